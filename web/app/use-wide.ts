// Whether the window has a width; the style sheets use the same ones.

import { useEffect, useState } from 'preact/hooks';

/** The sidebar is beside the view. */
export const WITH_SIDEBAR_REM = 68.75;
/** The details of a conversation can be beside it. */
export const WITH_DETAILS_REM = 75;
/** The details of a topic are beside it at first. */
export const WITH_ALL_REM = 100;

/** Whether the window is at least as wide as a length in rem; follows its changes. */
export function useIsWide(rem: number): boolean {
  const query = `(width >= ${rem}rem)`;
  const [isWide, setWide] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setWide(list.matches);
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return isWide;
}
