// Where the small window of a call is: in a corner of the view, beside its text where the margin has room for it,
// otherwise above the composer.

import { storedValue, storeValue } from '../lib/browser-storage.ts';

export type Corner = 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end';

const corners: readonly Corner[] = ['top-start', 'top-end', 'bottom-start', 'bottom-end'];
const STORED = 'parley-call-corner';

export function storedCorner(): Corner {
  const stored = storedValue(STORED);
  return corners.find((corner) => corner === stored) ?? 'bottom-end';
}

export function storeCorner(corner: Corner): void {
  storeValue(STORED, corner);
}

/** Edges in pixels of the window of the browser. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlaceOptions {
  readonly corner: Corner;
  readonly isRightToLeft: boolean;
  /** The view, without the bar above it. */
  readonly view: Box;
  /** The composer, or whatever must not be covered at the bottom; undefined without one. */
  readonly composer: Box | undefined;
  /** The size of the small window. */
  readonly width: number;
  readonly height: number;
}

const GAP = 14;
const NARROW_GAP = 8;

/** The left and the top edge of the window, in pixels. */
export function windowPlace(options: PlaceOptions): { readonly left: number; readonly top: number } {
  const { corner, isRightToLeft, view, composer, width, height } = options;
  const isAtEnd = corner.endsWith('end');
  const isRight = isAtEnd !== isRightToLeft;
  const room = composer
    ? isRight
      ? view.right - composer.right
      : composer.left - view.left
    : width + GAP * 2;
  const isBeside = room >= width + NARROW_GAP * 2;
  // In a margin that is only a little wider, the window is in its middle.
  const gap = isBeside ? Math.min(GAP, (room - width) / 2) : NARROW_GAP;
  const left = isRight ? view.right - gap - width : view.left + gap;
  const bottom = composer && !isBeside ? Math.min(composer.top - NARROW_GAP, view.bottom) : view.bottom - GAP;
  const top = corner.startsWith('top') ? view.top + GAP : bottom - height;
  return { left, top: Math.max(view.top, top) };
}

/** The corner of the view that is nearest to a point. */
export function nearestCorner(
  { left, right, top, bottom }: Box,
  point: { readonly x: number; readonly y: number },
  isRightToLeft: boolean,
): Corner {
  const isRight = point.x > (left + right) / 2;
  const side = isRight !== isRightToLeft ? 'end' : 'start';
  return `${point.y < (top + bottom) / 2 ? 'top' : 'bottom'}-${side}`;
}
