// Notifies of new messages, and of conversations that come back from later, while the page is open, unless the
// conversation is being viewed. The code for it is loaded after the page was shown.

import { useEffect } from 'preact/hooks';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { besideAddress } from '../data/beside-address.ts';
import type { NotifyOptions } from '../data/notify-options.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';

const loadMessages = () => import('../data/notify-of-messages.ts');

export function useNotifications(organization: Organization, go: (address: string) => void): void {
  useEffect(() => {
    const options: NotifyOptions = {
      organization,
      go,
      targetsInView: () =>
        [location.hash, besideAddress()].flatMap((address) => {
          const view = viewAt(address);
          return view?.kind === 'narrow' ? narrowTargetOf(view.terms, organization.ownId) : [];
        }),
    };
    // If it cannot be loaded now, the next message tries again.
    const whenLoaded = (use: (loaded: Awaited<ReturnType<typeof loadMessages>>) => unknown) =>
      void loadMessages().then(use, () => undefined);
    whenLoaded(() => undefined);
    const stops = [
      organization.on('message', (event) =>
        whenLoaded(({ notifyOfMessage }) => notifyOfMessage(options, event)),
      ),
      organization.on('later_conversations', (event) => {
        if (event.op !== 'update' || event.later_conversation.returned_at === null) return;
        const { later_conversation: returned } = event;
        // The conversation is in the inbox in any case.
        loadSecondary(() => import('../data/notify-of-returns.ts')).then(
          ({ notifyOfReturn }) => notifyOfReturn(options, returned),
          () => undefined,
        );
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [organization, go]);
}
