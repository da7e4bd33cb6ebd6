// How a client keeps unread and starred messages with the events of flags.

import type { ApiClient } from '../client.ts';
import { addUnread, removeUnread } from './messages.ts';

// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
type Any = any;

function unreadIds(state: Any): number[] {
  const unread = state.unread_msgs;
  if (!unread) return [];
  return [...unread.pms, ...unread.streams, ...unread.huddles].flatMap(
    (group: Any) => group.unread_message_ids,
  );
}

function updateMessageFlags(state: Any, event: Any, observer: ApiClient): void {
  if (event.flag === 'starred' && state.starred_messages) {
    const rest = state.starred_messages.filter((id: number) => !event.messages.includes(id));
    state.starred_messages = event.op === 'add' ? [...rest, ...event.messages] : rest;
  }
  if (event.flag !== 'read') return;
  if (event.op === 'add') {
    removeUnread(state, event.all ? unreadIds(state) : event.messages);
    return;
  }
  for (const id of event.messages) {
    const details = event.message_details[id];
    addUnread(
      state,
      {
        id,
        streamId: details.stream_id,
        topic: details.topic,
        others: details.user_ids,
        isMentioned: details.mentioned === true,
      },
      observer,
    );
  }
}

export const flagReducers: readonly (readonly [string, typeof updateMessageFlags])[] = [
  ['update_message_flags', updateMessageFlags],
];
