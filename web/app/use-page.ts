// Everything that runs while the page is shown, with or without an account.

import { useLayoutEffect } from 'preact/hooks';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { listenToBesideClicks } from './beside-clicks.ts';
import { listenToKeys } from './keys.ts';
import { listenToMentions } from './mentions.ts';
import { useNewerBuild } from './newer-build.ts';
import { usePushSubscription } from './use-push-subscription.ts';

export function usePage(organization: Organization, actions: Actions): void {
  useNewerBuild(organization);
  usePushSubscription(organization);
  useLayoutEffect(() => {
    const unmounted = new AbortController();
    listenToKeys(unmounted.signal);
    listenToMentions(organization, actions, unmounted.signal);
    if (!organization.isAnonymous) listenToBesideClicks(organization, unmounted.signal);
    // The page works without these.
    import('../components/tooltip.ts').then(
      ({ showTooltips }) => showTooltips(unmounted.signal),
      () => undefined,
    );
    import('./device.ts').then(
      ({ followDevice }) => followDevice(organization, unmounted.signal),
      () => undefined,
    );
    return () => unmounted.abort();
  }, []);
}
