// Puts a box of the top layer beside its anchor.

import { placeFor } from './placing.ts';

export interface PlaceOptions {
  /** Whether the beginnings or the ends of anchor and box meet. */
  readonly align?: 'start' | 'end';
  readonly side?: 'below' | 'above';
}

/** Places the box, which is shown and has its size. */
export function place(box: HTMLElement, anchor: Element, { align = 'start', side }: PlaceOptions = {}): void {
  box.style.maxHeight = '';
  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl';
  const at = placeFor({
    anchor: anchor.getBoundingClientRect(),
    size: { width: box.offsetWidth, height: box.offsetHeight },
    screen: { width: document.documentElement.clientWidth, height: window.innerHeight },
    align: (align === 'start') === isRightToLeft ? 'right' : 'left',
    ...(side && { side }),
  });
  box.style.left = `${at.left}px`;
  box.style.top = `${at.top}px`;
  box.style.maxHeight = `${at.maxHeight}px`;
}

/** Calls something when the window, or what a box belongs to, has another size: the box is to be placed anew then. */
export function onMoved(anchor: Element, put: () => void): () => void {
  const watched = new ResizeObserver(put);
  watched.observe(anchor);
  addEventListener('resize', put);
  return () => {
    watched.disconnect();
    removeEventListener('resize', put);
  };
}
