// The people column: beside conversations if the window is wide enough, otherwise over the view when asked for.

import { useEffect, useState } from 'preact/hooks';
import { useIsWide, WITH_ALL_REM, WITH_DETAILS_REM } from '../components/use-wide.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';
import { isPeopleFolded, setPeopleFolded } from './people-folded.ts';

export interface Aside {
  readonly isOpen: boolean;
  /** Whether it takes space of its own; otherwise it covers a part of the view. */
  readonly isBeside: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * @param target the conversation in view; undefined in other views, which have no people column
 * @param fragment of the view; a change closes the column where it covers the view
 */
export function useAside(target: NarrowTarget | undefined, fragment: string): Aside {
  const hasSpace = useIsWide(WITH_DETAILS_REM);
  const isWide = useIsWide(WITH_ALL_REM);
  const isBeside = hasSpace && target !== undefined;
  /** Where it is open at first, folding it away is remembered; elsewhere opening it is not. */
  const isOpenByDefault = isBeside && (isWide || target?.kind === 'direct');
  const [isFolded, setFolded] = useState(isPeopleFolded);
  const [isRequested, setRequested] = useState(false);
  useEffect(() => setRequested(false), [isBeside, isBeside ? '' : fragment]);
  function show(isShown: boolean) {
    if (!isOpenByDefault) setRequested(isShown);
    else {
      setPeopleFolded(!isShown);
      setFolded(!isShown);
    }
  }
  return {
    isOpen: isOpenByDefault ? !isFolded : isRequested,
    isBeside,
    open: () => show(true),
    close: () => show(false),
  };
}
