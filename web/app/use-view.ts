// The view of the page's address.

import { useLayoutEffect, useState } from 'preact/hooks';
import { useOrganization } from '../hooks/use-organization.ts';
import { type View, viewAt } from '../lib/address.ts';
import { dialogAt } from './dialog-at.ts';

export interface CurrentView {
  readonly fragment: string;
  /** Undefined for an address that names no view. */
  readonly view: View | undefined;
}

function currentView(): CurrentView {
  return { fragment: location.hash, view: viewAt(location.hash) };
}

export function useView(): CurrentView {
  const organization = useOrganization();
  const [current, setCurrent] = useState<CurrentView>(() =>
    dialogAt(location.hash) ? { fragment: '', view: viewAt('') } : currentView(),
  );
  // A layout effect, because address changes before it are not announced again.
  useLayoutEffect(() => {
    let fragment = current.fragment;
    const update = () => {
      const open = dialogAt(location.hash);
      if (open) {
        // The dialog opens over the current view, whose address stays.
        history.replaceState(history.state, '', fragment || location.pathname + location.search);
        void open(organization);
        return;
      }
      fragment = location.hash;
      setCurrent(currentView());
    };
    addEventListener('hashchange', update);
    addEventListener('popstate', update);
    // The address may have changed between rendering and listening.
    if (location.hash !== fragment) update();
    return () => {
      removeEventListener('hashchange', update);
      removeEventListener('popstate', update);
    };
  }, []);
  return current;
}
