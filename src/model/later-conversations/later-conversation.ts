// A conversation that a person has put away until a time: away until then, and back from then until it is marked
// done or put away again.

import { type Decoded, described, integer, nullable, record } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Row } from '../../storage/schema.ts';
import { conversationIdentity, wireIdentity } from '../conversations/conversation-identity.ts';

export type LaterConversationRow = Row<'later_conversation'>;

export const laterConversationSchema = record({
  ...conversationIdentity,
  until: described(integer(), 'The time until which the conversation is away, in seconds since 1970.'),
  returned_at: described(
    nullable(integer()),
    'When it came back, in seconds since 1970; null while it is away.',
  ),
});

export type WireLaterConversation = Decoded<typeof laterConversationSchema>;

export function wireLaterConversation(row: LaterConversationRow): WireLaterConversation {
  return { ...wireIdentity(row), until: row.away_until, returned_at: row.returned_at };
}

/** Refuses a time that is over or too far ahead. Both are seconds since 1970. */
export function checkAwayUntil(until: number, now: number): void {
  if (until <= now) throw badRequest('The time must be in the future.');
  if (until > now + limits.awayDays * DAY)
    throw badRequest(`A conversation can be put away for at most ${limits.awayDays} days.`);
}
