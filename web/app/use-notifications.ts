// Notifies of new messages while the page is open, unless their conversation is being viewed.

import { useEffect } from 'preact/hooks';
import { notifyOfMessages } from '../data/notify-of-messages.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';

export function useNotifications(organization: Organization, go: (address: string) => void): void {
  useEffect(
    () =>
      notifyOfMessages({
        organization,
        go,
        targetInView: () => {
          const view = viewAt(location.hash);
          return view?.kind === 'narrow' ? narrowTargetOf(view.terms, organization.ownId) : undefined;
        },
      }),
    [organization, go],
  );
}
