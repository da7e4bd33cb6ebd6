// `muted_users` events for a person's own clients; they always contain the whole list.

import type { NewEvent } from '../../api-contract/event.ts';

/** A muted user in wire form. */
export type WireMutedUser = { readonly id: number; readonly timestamp: number };

/** @param mutedUsers all users that the person has muted, after a change */
export function mutedUsersChanged(accountId: number, mutedUsers: readonly WireMutedUser[]): NewEvent {
  return {
    type: 'muted_users',
    audience: { kind: 'accounts', ids: [accountId] },
    payload: { muted_users: mutedUsers },
  };
}
