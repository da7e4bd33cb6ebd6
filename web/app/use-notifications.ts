// Notifies of new messages, and of conversations that come back from later, while the page is open, unless the
// conversation is being viewed.

import { useEffect } from 'preact/hooks';
import { notifyOfMessages, notifyOfReturns } from '../data/notify-of-messages.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';

export function useNotifications(organization: Organization, go: (address: string) => void): void {
  useEffect(() => {
    const options = {
      organization,
      go,
      targetInView: () => {
        const view = viewAt(location.hash);
        return view?.kind === 'narrow' ? narrowTargetOf(view.terms, organization.ownId) : undefined;
      },
    };
    const stops = [notifyOfMessages(options), notifyOfReturns(options)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [organization, go]);
}
