// The senders, channels and conversations of the found messages, with the number of messages of each.

import type { State } from '../../client/state/state.ts';
import type { Message } from '../store/message.ts';
import { channelName, personName, targetName } from '../store/names.ts';
import { conversationOf } from '../store/narrow-targets.ts';
import type { SearchScope } from './search-terms.ts';

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

/** Counts, for each key, the messages that have it; the first message with a key makes the facet. */
function counted<T>(keys: readonly (readonly [string, T])[]): Map<string, { value: T; count: number }> {
  const counts = new Map<string, { value: T; count: number }>();
  for (const [key, value] of keys) {
    const found = counts.get(key);
    counts.set(key, { value: found?.value ?? value, count: (found?.count ?? 0) + 1 });
  }
  return counts;
}

export function searchFacets(messages: readonly Message[], state: State, ownId: number): SearchFacets {
  const senders = counted(messages.map(({ sender_id: id }) => [String(id), id] as const));
  const conversations = counted(
    messages.map((message) => {
      const scope = conversationOf(message, ownId);
      return [JSON.stringify(scope), scope] as const;
    }),
  );
  const channels = counted(
    messages.flatMap(({ type, stream_id: channelId }) =>
      type === 'stream' && channelId !== undefined ? [[String(channelId), channelId] as const] : [],
    ),
  );
  const topicName = (scope: SearchScope) =>
    scope.kind === 'topic'
      ? `${channelName(state, scope.channelId)} › ${targetName(scope, state, '')}`
      : targetName(scope, state, '');
  return {
    senders: topFacets(
      [...senders].map(([key, { value: id, count }]) => ({ key, id, count, name: personName(state, id) })),
    ),
    scopes: [
      ...topFacets(
        [...channels].map(([key, { value: channelId, count }]) => ({
          key: `channel ${key}`,
          scope: { kind: 'channel', channelId } as const,
          count,
          name: `#${channelName(state, channelId)}`,
        })),
      ),
      ...topFacets(
        [...conversations].map(([key, { value: scope, count }]) => ({
          key,
          scope,
          count,
          name: topicName(scope),
        })),
      ),
    ],
  };
}
