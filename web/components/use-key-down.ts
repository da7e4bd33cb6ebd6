// Handles key presses within an element that is not a control itself.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function useKeyDown(
  box: RefObject<HTMLElement | null>,
  onKeyDown: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(onKeyDown);
  latest.current = onKeyDown;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const listener = (event: KeyboardEvent) => latest.current(event);
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, []);
}
