// What a person's own clients are told of whom they muted: always the whole list.

import type { NewEvent } from '../../api-contract/event.ts';

/** Somebody who is muted, as clients read it. */
export type WireMutedUser = { readonly id: number; readonly timestamp: number };

/** Everybody whom a person has muted, after a change. */
export function mutedUsersChanged(accountId: number, mutedUsers: readonly WireMutedUser[]): NewEvent {
  return {
    type: 'muted_users',
    audience: { kind: 'accounts', ids: [accountId] },
    payload: { muted_users: mutedUsers },
  };
}
