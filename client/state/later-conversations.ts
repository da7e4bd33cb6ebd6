// Applies events of the conversations that an account has put away.

import type { EventOf } from '../event-stream.ts';
import { removeWhere } from './lists.ts';
import type { Reducer, Section } from './state.ts';
import { withSection } from './state.ts';
import { topicKey } from './topics.ts';

type LaterConversation = Section<'later_conversations'>[number];
type Identity = Pick<LaterConversation, 'stream_id' | 'topic' | 'user_ids'>;

function isSame(a: Identity, b: Identity): boolean {
  if (a.stream_id !== b.stream_id) return false;
  if (a.stream_id === null) return a.user_ids.join() === b.user_ids.join();
  return topicKey(a.topic) === topicKey(b.topic);
}

export const laterConversations: Reducer<EventOf<'later_conversations'>> = (state, event) =>
  withSection(state, 'later_conversations', (list) => {
    if (event.op === 'remove') return removeWhere(list, (one) => isSame(one, event));
    if (event.op === 'move') {
      const from = { stream_id: event.stream_id, topic: event.topic, user_ids: [] };
      return list.map((one) =>
        isSame(one, from) ? { ...one, stream_id: event.new_stream_id, topic: event.new_topic } : one,
      );
    }
    const changed = event.later_conversation;
    const index = list.findIndex((one) => isSame(one, changed));
    return index < 0 ? [...list, changed] : list.with(index, changed);
  });
