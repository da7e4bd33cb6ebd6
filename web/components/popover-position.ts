// Computes the position of a popover: below its anchor, above it if there is more space, and never off the
// screen.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PopoverInput {
  readonly anchor: Box;
  readonly size: { readonly width: number; readonly height: number };
  readonly screen: { readonly width: number; readonly height: number };
  /** Which edges align. */
  readonly align: 'left' | 'right';
  readonly side?: 'below' | 'above';
}

export interface PopoverPosition {
  readonly left: number;
  readonly top: number;
  /** The available height; longer content scrolls. */
  readonly maxHeight: number;
}

const GAP = 4;
const MARGIN = 8;

/** The position in pixels of the screen. */
export function popoverPosition({
  anchor,
  size,
  screen,
  align,
  side = 'below',
}: PopoverInput): PopoverPosition {
  const spaceBelow = screen.height - (anchor.top + anchor.height) - GAP - MARGIN;
  const spaceAbove = anchor.top - GAP - MARGIN;
  const [preferred, other] = side === 'below' ? [spaceBelow, spaceAbove] : [spaceAbove, spaceBelow];
  const isPreferredSide = size.height <= preferred || preferred >= other;
  const isBelow = isPreferredSide === (side === 'below');
  const maxHeight = Math.max(isBelow ? spaceBelow : spaceAbove, 0);
  const height = Math.min(size.height, maxHeight);
  const top = isBelow ? anchor.top + anchor.height + GAP : anchor.top - GAP - height;
  const edge = align === 'left' ? anchor.left : anchor.left + anchor.width - size.width;
  const left = Math.max(MARGIN, Math.min(edge, screen.width - size.width - MARGIN));
  return { left, top, maxHeight };
}
