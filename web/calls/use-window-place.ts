// Keeps the small window of a call in its corner while views change, and lets it be dragged to another one.

import type { RefObject, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Box, nearestCorner, storeCorner, storedCorner, windowPlace } from './window-place.ts';

const isRightToLeft = () => document.documentElement.dir === 'rtl';

/** The view below its bar. */
function viewBox(): Box {
  const main = document.querySelector('main');
  const { left, right, top, bottom } = (main ?? document.body).getBoundingClientRect();
  const bar = main?.querySelector(':scope > .top-bar')?.getBoundingClientRect();
  return { left, right, top: bar?.bottom ?? top, bottom };
}

export function useWindowPlace(box: RefObject<HTMLElement | null>) {
  const corner = useRef(storedCorner());
  const dragged = useRef<{ readonly x: number; readonly y: number }>(undefined);
  function place() {
    const element = box.current;
    if (!element || dragged.current) return;
    const composer = document.querySelector('main .below-feed > *')?.parentElement?.getBoundingClientRect();
    const inner = document.querySelector('main .below-feed .composer, main .below-feed .composer-closed');
    const { left, top } = windowPlace({
      corner: corner.current,
      isRightToLeft: isRightToLeft(),
      view: viewBox(),
      composer: composer && { ...edges(composer), ...(inner && sides(inner.getBoundingClientRect())) },
      width: element.offsetWidth,
      height: element.offsetHeight,
    });
    element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }
  useLayoutEffect(() => {
    place();
    // Views replace each other within the page's main part, and composers grow.
    const sizes = new ResizeObserver(place);
    const observe = () => {
      sizes.disconnect();
      const changing = ['main', 'main .below-feed', '.call-window'];
      for (const selector of changing) {
        const element = document.querySelector(selector);
        if (element) sizes.observe(element);
      }
      place();
    };
    observe();
    const views = new MutationObserver(observe);
    const main = document.querySelector('main');
    if (main) views.observe(main, { childList: true, subtree: false });
    const onAddress = () => requestAnimationFrame(observe);
    addEventListener('resize', place);
    addEventListener('hashchange', onAddress);
    return () => {
      sizes.disconnect();
      views.disconnect();
      removeEventListener('resize', place);
      removeEventListener('hashchange', onAddress);
    };
  }, []);
  return {
    onPointerDown(event: TargetedPointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target as Element).closest('a, button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
      const from = dragged.current;
      if (!from || !box.current) return;
      const rect = box.current.getBoundingClientRect();
      const left = rect.left + event.clientX - from.x;
      const top = rect.top + event.clientY - from.y;
      dragged.current = { x: event.clientX, y: event.clientY };
      box.current.style.translate = `${left}px ${top}px`;
    },
    onPointerUp() {
      if (!dragged.current || !box.current) return;
      dragged.current = undefined;
      const { left, right, top, bottom } = box.current.getBoundingClientRect();
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
      corner.current = nearestCorner(viewBox(), middle, isRightToLeft());
      storeCorner(corner.current);
      place();
    },
  };
}

const edges = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });
const sides = ({ left, right }: DOMRect) => ({ left, right });
