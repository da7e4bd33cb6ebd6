// Whether the window has a width; the style sheets use the same ones.

import { useEffect, useState } from 'preact/hooks';

/** The layout is not that of phones. */
export const WITH_TABLET_REM = 45;
/** The sidebar is beside the view. */
export const WITH_SIDEBAR_REM = 68.75;
/** The details of a conversation, or a second conversation, can be beside it. */
export const WITH_DETAILS_REM = 75;
/** The details of a topic are beside it at first. */
export const WITH_ALL_REM = 100;

const atLeast = (rem: number) => matchMedia(`(width >= ${rem}rem)`);

/** Whether the window is at least as wide as a length in rem at the moment. */
export const isWide = (rem: number) => atLeast(rem).matches;

/** Whether the window is at least as wide as a length in rem; follows its changes. */
export function useIsWide(rem: number): boolean {
  const [isNowWide, setWide] = useState(() => isWide(rem));
  useEffect(() => {
    const list = atLeast(rem);
    const update = () => setWide(list.matches);
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [rem]);
  return isNowWide;
}
