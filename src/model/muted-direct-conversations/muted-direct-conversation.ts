// A direct conversation that a person has muted, and the events about it for the person's own clients.

import { type Decoded, described, id, integer, list, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import type { Row } from '../../storage/schema.ts';
import { peopleOf } from '../conversations/direct-key.ts';
import { mutedUntilField } from '../muting/muted-until.ts';

export type MutedDirectRow = Row<'muted_direct_conversation'>;

const people = described(list(id), 'The IDs of all users of the conversation, ascending.');

export const mutedDirectConversationSchema = record({
  user_ids: people,
  timestamp: described(integer(), 'When it was muted, in seconds since 1970.'),
  muted_until: mutedUntilField,
});

export type WireMutedDirect = Readonly<Decoded<typeof mutedDirectConversationSchema>>;

export const mutedDirectConversationsEvent = eventTypeWithOps(
  'muted_direct_conversations',
  'You muted a direct conversation, changed when it is unmuted, or it was unmuted.',
  { update: { muted_direct_conversation: mutedDirectConversationSchema }, remove: { user_ids: people } },
);

export function wireMutedDirect(row: MutedDirectRow): WireMutedDirect {
  return { user_ids: peopleOf(row.direct_key), timestamp: row.muted_at, muted_until: row.muted_until };
}

/** A conversation was muted, or is unmuted at another time. */
export function directMuted(row: MutedDirectRow): NewEvent {
  return newPersonalEvent(mutedDirectConversationsEvent, row.account_id, {
    op: 'update',
    muted_direct_conversation: wireMutedDirect(row),
  });
}

/** A conversation is not muted any more. */
export function directUnmuted(row: MutedDirectRow): NewEvent {
  return newPersonalEvent(mutedDirectConversationsEvent, row.account_id, {
    op: 'remove',
    user_ids: peopleOf(row.direct_key),
  });
}
