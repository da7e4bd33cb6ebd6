// Where a box goes that belongs to something: below it, above it where there is more room, and never off the screen.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Placing {
  readonly anchor: Box;
  readonly size: { readonly width: number; readonly height: number };
  readonly screen: { readonly width: number; readonly height: number };
  /** Which edges are aligned. */
  readonly align: 'left' | 'right';
  readonly side?: 'below' | 'above';
}

export interface Place {
  readonly left: number;
  readonly top: number;
  /** What fits there; longer content scrolls. */
  readonly maxHeight: number;
}

const GAP = 4;
const MARGIN = 8;

/** The place in pixels of the screen. */
export function placeFor({ anchor, size, screen, align, side = 'below' }: Placing): Place {
  const roomBelow = screen.height - (anchor.top + anchor.height) - GAP - MARGIN;
  const roomAbove = anchor.top - GAP - MARGIN;
  const [wanted, other] = side === 'below' ? [roomBelow, roomAbove] : [roomAbove, roomBelow];
  const isAsWanted = size.height <= wanted || wanted >= other;
  const isBelow = isAsWanted === (side === 'below');
  const maxHeight = Math.max(isBelow ? roomBelow : roomAbove, 0);
  const height = Math.min(size.height, maxHeight);
  const top = isBelow ? anchor.top + anchor.height + GAP : anchor.top - GAP - height;
  const edge = align === 'left' ? anchor.left : anchor.left + anchor.width - size.width;
  const left = Math.max(MARGIN, Math.min(edge, screen.width - size.width - MARGIN));
  return { left, top, maxHeight };
}
