// Which part of a page to use while the keyboard of a phone covers some of it.

/** What the browser says about the visible part of the page, in CSS pixels. */
export interface Viewport {
  /** The height of the visible part. */
  readonly height: number;
  /** How far the visible part is below the top of the page. */
  readonly offsetTop: number;
  /** More than 1 if a person has zoomed in. */
  readonly scale: number;
}

export interface VisibleArea {
  readonly height: number;
  readonly top: number;
  /** The height of what is covered at the bottom. */
  readonly covered: number;
}

/**
 * The part of the page to use, or undefined for all of it: while nothing is typed, and if a person has zoomed in.
 * @param pageHeight in pixels
 */
export function visibleArea(
  { height, offsetTop, scale }: Viewport,
  { pageHeight, isTyping }: { readonly pageHeight: number; readonly isTyping: boolean },
): VisibleArea | undefined {
  if (!isTyping || Math.abs(scale - 1) > 0.01) return undefined;
  const covered = Math.round(pageHeight - height - offsetTop);
  // Less than a pixel is rounding.
  if (covered < 1 && offsetTop < 1) return undefined;
  return { height, top: offsetTop, covered: Math.max(0, covered) };
}
