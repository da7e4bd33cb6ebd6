// Everything that runs while the page is shown, with or without an account.

import { useLayoutEffect } from 'preact/hooks';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { listenToKeys } from './keys.ts';
import { useNewerBuild } from './newer-build.ts';
import { usePushSubscription } from './use-push-subscription.ts';

export function usePage(organization: Organization, actions: Actions): void {
  useNewerBuild(organization);
  usePushSubscription(organization);
  useLayoutEffect(() => {
    const unmounted = new AbortController();
    listenToKeys(unmounted.signal);
    // The page works without it.
    import('./page-listeners.ts').then(
      ({ listenToPage }) => listenToPage(organization, actions, unmounted.signal),
      () => undefined,
    );
    return () => unmounted.abort();
  }, []);
}
