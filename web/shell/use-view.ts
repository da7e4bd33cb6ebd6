// The view that the page's address names.

import { useLayoutEffect, useState } from 'preact/hooks';
import { type View, viewAt } from '../ground/address.ts';

export interface Shown {
  readonly fragment: string;
  /** Undefined for an address that names none. */
  readonly view: View | undefined;
}

function shown(): Shown {
  return { fragment: location.hash, view: viewAt(location.hash) };
}

export function useView(): Shown {
  const [current, setCurrent] = useState(shown);
  // At once: nobody tells again of an address that changed before.
  useLayoutEffect(() => {
    const look = () => setCurrent(shown());
    addEventListener('hashchange', look);
    addEventListener('popstate', look);
    // Nobody listened since it was rendered.
    if (location.hash !== current.fragment) look();
    return () => {
      removeEventListener('hashchange', look);
      removeEventListener('popstate', look);
    };
  }, []);
  return current;
}
