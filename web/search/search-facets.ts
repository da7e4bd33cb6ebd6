// The senders, channels and conversations of the messages that a search finds, with the number of messages of each.

import type { AnswerOf } from '../../client/api-types.ts';
import type { State } from '../../client/state/state.ts';
import { conversationKey } from '../store/conversation-key.ts';
import type { Message } from '../store/message.ts';
import { channelName, personName, targetName } from '../store/names.ts';
import { type Conversation, conversationOf, otherIds } from '../store/narrow-targets.ts';
import type { SearchScope } from './search-terms.ts';

/** How many messages each sender, channel and conversation has. */
export interface Tally {
  readonly senders: readonly (readonly [id: number, count: number])[];
  readonly channels: readonly (readonly [id: number, count: number])[];
  readonly conversations: readonly (readonly [conversation: Conversation, count: number])[];
}

interface Facet {
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

export interface SenderFacet extends Facet {
  readonly id: number;
}

export interface ScopeFacet extends Facet {
  readonly scope: SearchScope;
}

export interface SearchFacets {
  readonly senders: readonly SenderFacet[];
  readonly scopes: readonly ScopeFacet[];
}

const MAX_FACETS = 12;

function topFacets<T extends Facet>(facets: Iterable<T>): T[] {
  return [...facets].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name)).slice(0, MAX_FACETS);
}

/** Counts equal values. */
function counted<T>(values: readonly T[], keyOf: (value: T) => string = String): [T, number][] {
  const counts = new Map<string, [T, number]>();
  for (const value of values) {
    const key = keyOf(value);
    counts.set(key, [value, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()];
}

/** The tally of loaded messages. */
export function tallyOf(messages: readonly Message[], ownId: number): Tally {
  const channelIds = messages.flatMap(({ type, stream_id: id }) =>
    type === 'stream' && id !== undefined ? [id] : [],
  );
  const conversations = messages.map((message) => conversationOf(message, ownId));
  return {
    senders: counted(messages.map(({ sender_id: id }) => id)),
    channels: counted(channelIds),
    conversations: counted(conversations, conversationKey),
  };
}

/** The tally that the server sent. */
export function tallyOfCounts(counts: AnswerOf<'count-messages'>, ownId: number): Tally {
  return {
    senders: counts.senders.map(({ user_id: id, count }) => [id, count]),
    channels: counts.channels.map(({ stream_id: id, count }) => [id, count]),
    conversations: counts.conversations.map(({ stream_id: channelId, topic, user_ids, count }) => [
      channelId === null
        ? { kind: 'direct', ids: otherIds(user_ids, ownId) }
        : { kind: 'topic', channelId, topic },
      count,
    ]),
  };
}

export function searchFacets({ senders, channels, conversations }: Tally, state: State): SearchFacets {
  const nameOf = (scope: Conversation) =>
    scope.kind === 'topic'
      ? `${channelName(state, scope.channelId)} › ${targetName(scope, state, '')}`
      : targetName(scope, state, '');
  return {
    senders: topFacets(
      senders.map(([id, count]) => ({ key: String(id), id, count, name: personName(state, id) })),
    ),
    scopes: [
      ...topFacets(
        channels.map(([channelId, count]) => ({
          key: `channel ${channelId}`,
          scope: { kind: 'channel', channelId } as const,
          count,
          name: `#${channelName(state, channelId)}`,
        })),
      ),
      ...topFacets(
        conversations.map(([scope, count]) => ({
          key: `conversation ${conversationKey(scope)}`,
          scope,
          count,
          name: nameOf(scope),
        })),
      ),
    ],
  };
}
