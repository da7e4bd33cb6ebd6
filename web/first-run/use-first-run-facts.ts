// Facts that the first steps request from the server, because they are not in the client's state: whether an administrator
// has invited someone, and whether a newcomer has written.

import { useEffect, useState } from 'preact/hooks';
import { notificationPermission } from '../data/browser-notifications.ts';
import { useOrganization, useOrganizationEvent } from '../hooks/use-organization.ts';
import type { FirstRunFacts } from './first-steps.ts';

type Fetched = Omit<FirstRunFacts, 'isNotified'>;

/** The facts; `isFetched` is false until the server has answered. */
export function useFirstRunFacts(): FirstRunFacts & { readonly isFetched: boolean } {
  const { client, state, ownId } = useOrganization();
  const [fetched, setFetched] = useState<Fetched>();
  async function fetch(): Promise<Fetched> {
    if (state.is_admin === true) return { hasInvited: (await client.call('get-invites')).invites.length > 0 };
    const { messages } = await client.call('get-messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'sender', operand: ownId }],
    });
    return { hasWritten: messages.length > 0 };
  }
  // Without an answer the steps stay open; the next visit asks again.
  const update = () => void fetch().then(setFetched, () => undefined);
  useEffect(update, []);
  useOrganizationEvent('invites_changed', update);
  useOrganizationEvent('message', ({ message }) => {
    if (message.sender_id === ownId) setFetched({ ...fetched, hasWritten: true });
  });
  return { ...fetched, isFetched: fetched !== undefined, isNotified: notificationPermission() === 'granted' };
}
