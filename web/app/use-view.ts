// The view that the page's address names.

import { useLayoutEffect, useState } from 'preact/hooks';
import { useOrganization } from '../hooks/use-organization.ts';
import { type View, viewAt } from '../lib/address.ts';
import { dialogAt } from './addressed-dialogs.ts';

export interface Shown {
  readonly fragment: string;
  /** Undefined for an address that names none. */
  readonly view: View | undefined;
}

function shown(): Shown {
  return { fragment: location.hash, view: viewAt(location.hash) };
}

export function useView(): Shown {
  const organization = useOrganization();
  const [current, setCurrent] = useState<Shown>(() =>
    dialogAt(location.hash) ? { fragment: '', view: viewAt('') } : shown(),
  );
  // At once: nobody tells again of an address that changed before.
  useLayoutEffect(() => {
    let fragment = current.fragment;
    const look = () => {
      const open = dialogAt(location.hash);
      if (open) {
        // It opens over the view that was shown, whose address stays.
        history.replaceState(null, '', fragment || location.pathname);
        void open(organization);
        return;
      }
      fragment = location.hash;
      setCurrent(shown());
    };
    addEventListener('hashchange', look);
    addEventListener('popstate', look);
    // Nobody listened since it was rendered.
    if (location.hash !== fragment) look();
    return () => {
      removeEventListener('hashchange', look);
      removeEventListener('popstate', look);
    };
  }, []);
  return current;
}
