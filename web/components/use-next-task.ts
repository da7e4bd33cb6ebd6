// Lets a part of the page wait for the task after the one that renders the rest, so that neither takes long.

import { useLayoutEffect, useState } from 'preact/hooks';

/** False while the component is first rendered, and true from the next task on, usually before anything is painted. */
export function useNextTask(): boolean {
  const [isNext, setNext] = useState(false);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setNext(true));
    return () => clearTimeout(timer);
  }, []);
  return isNext;
}
