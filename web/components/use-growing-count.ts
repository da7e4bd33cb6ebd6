// Lets a list with very many parts be rendered in slices, so that no task takes long.

import { useLayoutEffect, useState } from 'preact/hooks';

/** How many parts of a list to render: `first` at once, and `step` more for each of the next frames. */
export function useGrowingCount(total: number, first: number, step: number): number {
  const [count, setCount] = useState(first);
  const isComplete = count >= total;
  useLayoutEffect(() => {
    if (isComplete) return undefined;
    const grow = () => setCount(count + step);
    // A hidden page has no frames, and lays nothing out between tasks.
    if (document.visibilityState !== 'visible') {
      const timer = setTimeout(grow);
      return () => clearTimeout(timer);
    }
    const frame = requestAnimationFrame(grow);
    return () => cancelAnimationFrame(frame);
  }, [count, isComplete, step]);
  return Math.min(count, total);
}
