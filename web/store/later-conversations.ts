// The conversations that the viewer has put away until a time, indexed for repeated lookups.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { Section, State } from '../../client/state/state.ts';
import { conversationKey } from './conversation-key.ts';
import { memoize } from './memoized.ts';
import { type Conversation, otherIds } from './narrow-targets.ts';

type Entry = Section<'later_conversations'>[number];

/** A conversation that is away or back. Times are seconds since 1970. */
export interface LaterConversation {
  readonly conversation: Conversation;
  readonly until: number;
  /** When it came back; null while it is away. */
  readonly returnedAt: number | null;
}

export interface LaterConversations {
  /** Undefined if the conversation was not put away, or is done. */
  get(conversation: Conversation): LaterConversation | undefined;
  isAway(conversation: Conversation): boolean;
  /** The conversations that are away, the next to come back first. */
  readonly away: readonly LaterConversation[];
  /** The conversations that came back and are not done, the last to come back first. */
  readonly back: readonly LaterConversation[];
}

function conversationOf({ stream_id, topic, user_ids }: Entry, ownId: number): Conversation {
  return stream_id === null
    ? { kind: 'direct', ids: otherIds(user_ids, ownId) }
    : { kind: 'topic', channelId: stream_id, topic };
}

function indexed(entries: State['later_conversations'], ownId: number): LaterConversations {
  const all = (entries ?? []).map(
    (entry): LaterConversation => ({
      conversation: conversationOf(entry, ownId),
      until: entry.until,
      returnedAt: entry.returned_at,
    }),
  );
  const byKey = new Map(all.map((later) => [conversationKey(later.conversation), later]));
  return {
    get: (conversation) => byKey.get(conversationKey(conversation)),
    isAway: (conversation) => byKey.get(conversationKey(conversation))?.returnedAt === null,
    away: all.filter(({ returnedAt }) => returnedAt === null).sort((a, b) => a.until - b.until),
    back: all
      .filter(({ returnedAt }) => returnedAt !== null)
      .sort((a, b) => (b.returnedAt ?? 0) - (a.returnedAt ?? 0)),
  };
}

const memoizedIndex = memoize(indexed);

/** The viewer's conversations for later; the same object while they are unchanged. */
export function laterConversations(state: State, ownId: number): LaterConversations {
  return memoizedIndex(state.later_conversations, ownId);
}

/** A conversation as operations name it. */
export function namedConversation(conversation: Conversation) {
  return conversation.kind === 'topic'
    ? { stream_id: conversation.channelId, topic: conversation.topic }
    : { user_ids: [...conversation.ids] };
}

/** A conversation as events identify it. */
function identity(conversation: Conversation, ownId: number) {
  if (conversation.kind === 'topic')
    return { stream_id: conversation.channelId, topic: conversation.topic, user_ids: [] };
  const ids = new Set([...conversation.ids, ownId]);
  return { stream_id: null, topic: '', user_ids: [...ids].sort((a, b) => a - b) };
}

/** The event that the server sends when a conversation is put away or comes back, or is no longer for later. */
export function laterEvent(
  conversation: Conversation,
  later: Pick<LaterConversation, 'until' | 'returnedAt'> | undefined,
  ownId: number,
): ApiEvent {
  const conversationFields = identity(conversation, ownId);
  if (!later) return { type: 'later_conversations', id: -1, op: 'remove', ...conversationFields };
  const entry = { ...conversationFields, until: later.until, returned_at: later.returnedAt };
  return { type: 'later_conversations', id: -1, op: 'update', later_conversation: entry };
}
