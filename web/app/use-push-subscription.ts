// Keeps this browser's push subscription valid; the code for it is loaded only if there is one.

import { useEffect } from 'preact/hooks';
import { loadSecondary } from '../components/lazy-chunks.ts';
import type { Organization } from '../data/organization.ts';
import { readPushMark } from '../data/push-subscription-mark.ts';

export function usePushSubscription(organization: Organization): void {
  useEffect(() => {
    if (readPushMark())
      loadSecondary(() => import('../data/push-subscription.ts')).then(
        ({ checkPushSubscription }) => checkPushSubscription(organization),
        // The next page checks it.
        () => undefined,
      );
  }, [organization]);
}
