// Applies events of the topics that are pinned for everyone in channels.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere } from './lists.ts';
import type { Reducer, State } from './state.ts';
import { withSection } from './state.ts';

/** The state without the pinned topics of channels that were unsubscribed from or are no longer visible. */
export function withoutPinnedTopics(state: State, channelIds: ReadonlySet<number>): State {
  return withSection(state, 'pinned_topics', (list) =>
    removeWhere(list, ({ stream_id: id }) => channelIds.has(id)),
  );
}

export const pinnedTopics: Reducer<EventOf<'pinned_topics'>> = (state, { stream_id, topics }) => {
  const others = withoutPinnedTopics(state, new Set([stream_id]));
  if (topics.length === 0) return others;
  return withSection(others, 'pinned_topics', (list) =>
    insertSorted(list, { stream_id, topics }, (a, b) => a.stream_id - b.stream_id),
  );
};
