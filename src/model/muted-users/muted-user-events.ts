// `muted_users` events for a person's own clients; they always contain the whole list.

import { type Decoded, id, list, nonNegativeInteger, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { mutedUntilField } from '../muting/muted-until.ts';

export const mutedUserSchema = record({ id, timestamp: nonNegativeInteger, muted_until: mutedUntilField });

/** A muted user in wire form. */
export type WireMutedUser = Readonly<Decoded<typeof mutedUserSchema>>;

export const mutedUsersEvent = eventType(
  'muted_users',
  'Your muted users changed. Contains the whole list.',
  { muted_users: list(mutedUserSchema) },
);

/** @param mutedUsers all users that the person has muted, after a change */
export function mutedUsersChanged(accountId: number, mutedUsers: readonly WireMutedUser[]): NewEvent {
  return newPersonalEvent(mutedUsersEvent, accountId, { muted_users: mutedUsers });
}
