// The people column: on wide screens beside the view unless folded away, on narrower ones a drawer.

import { useEffect, useState } from 'preact/hooks';
import { isPeopleFolded, setPeopleFolded } from './people-folded.ts';
import { useWide } from './use-wide.ts';

export interface Aside {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** @param fragment of the view; a change closes the drawer */
export function useAside(fragment: string): Aside {
  const isWide = useWide();
  const [isFolded, setFolded] = useState(isPeopleFolded);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useEffect(() => setDrawerOpen(false), [fragment, isWide]);
  const fold = (wanted: boolean) => {
    setPeopleFolded(wanted);
    setFolded(wanted);
  };
  return {
    isOpen: isWide ? !isFolded : isDrawerOpen,
    open: () => (isWide ? fold(false) : setDrawerOpen(true)),
    close: () => (isWide ? fold(true) : setDrawerOpen(false)),
  };
}
