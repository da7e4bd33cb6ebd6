// Positions a popover next to its anchor.

import { popoverPosition } from './popover-position.ts';

export interface PopoverOptions {
  /** Whether the start or the end edges of anchor and popover align. */
  readonly align?: 'start' | 'end';
  readonly side?: 'below' | 'above';
}

/** Positions a popover, which must be visible to have a size. */
export function positionPopover(
  box: HTMLElement,
  anchor: Element,
  { align = 'start', side }: PopoverOptions = {},
): void {
  box.style.maxHeight = '';
  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl';
  const at = popoverPosition({
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

/** Calls `put` when the window or the anchor changes its size, so that the popover is positioned again. */
export function onAnchorResize(anchor: Element, put: () => void): () => void {
  const watched = new ResizeObserver(put);
  watched.observe(anchor);
  addEventListener('resize', put);
  return () => {
    watched.disconnect();
    removeEventListener('resize', put);
  };
}
