// A conversation that a person has put away until a time: away until then, and back from then until it is marked
// done or put away again.

import {
  anyText,
  type Decoded,
  described,
  id,
  integer,
  list,
  nullable,
  record,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Row } from '../../storage/schema.ts';
import { peopleOf } from '../conversations/direct-key.ts';

export type LaterConversationRow = Row<'later_conversation'>;

/** The columns that identify the conversation, as in `conversation`. */
export type ConversationColumns = Pick<
  LaterConversationRow,
  'channel_id' | 'topic_key' | 'topic_name' | 'direct_key'
>;

/** Identifies a conversation on the wire. */
export const laterConversationIdentity = {
  stream_id: described(nullable(id), 'The ID of the channel; null for direct messages.'),
  topic: described(anyText, 'The topic; empty for direct messages.'),
  user_ids: described(list(id), 'The IDs of all users of direct messages, ascending; empty for a topic.'),
};

export const laterConversationSchema = record({
  ...laterConversationIdentity,
  until: described(integer(), 'The time until which the conversation is away, in seconds since 1970.'),
  returned_at: described(
    nullable(integer()),
    'When it came back, in seconds since 1970; null while it is away.',
  ),
});

export type WireLaterConversation = Decoded<typeof laterConversationSchema>;

/** The conversation of a row, as clients identify it. */
export function wireIdentity(
  row: ConversationColumns,
): Pick<WireLaterConversation, 'stream_id' | 'topic' | 'user_ids'> {
  return {
    stream_id: row.channel_id,
    topic: row.topic_name,
    user_ids: row.direct_key === null ? [] : peopleOf(row.direct_key),
  };
}

export function wireLaterConversation(row: LaterConversationRow): WireLaterConversation {
  return { ...wireIdentity(row), until: row.away_until, returned_at: row.returned_at };
}

/** Refuses a time that is over or too far ahead. Both are seconds since 1970. */
export function checkAwayUntil(until: number, now: number): void {
  if (until <= now) throw badRequest('The time must be in the future.');
  if (until > now + limits.awayDays * DAY)
    throw badRequest(`A conversation can be put away for at most ${limits.awayDays} days.`);
}
