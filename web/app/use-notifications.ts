// Notifies of new messages, and of conversations that come back from later, while the page is open, unless the
// conversation is being viewed.

import { useEffect } from 'preact/hooks';
import { besideAddress } from '../data/beside-address.ts';
import { notifyOfMessages, notifyOfReturns } from '../data/notify-of-messages.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';

export function useNotifications(organization: Organization, go: (address: string) => void): void {
  useEffect(() => {
    const options = {
      organization,
      go,
      targetsInView: () =>
        [location.hash, besideAddress()].flatMap((address) => {
          const view = viewAt(address);
          return view?.kind === 'narrow' ? narrowTargetOf(view.terms, organization.ownId) : [];
        }),
    };
    const stops = [notifyOfMessages(options), notifyOfReturns(options)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [organization, go]);
}
