// How a client keeps `unread_msgs`, `recent_private_conversations` and `max_message_id` with the events of messages.

import type { ApiClient } from '../client.ts';
import { unknowable } from './unknowable.ts';

// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
type Any = any;
type Reducer = (state: Any, event: Any, observer: ApiClient) => void;

/** Takes messages out of the unread ones. */
export function removeUnread(state: Any, ids: readonly number[]): void {
  if (!state.unread_msgs) return;
  const gone = new Set(ids);
  for (const kind of ['pms', 'streams', 'huddles']) {
    for (const group of state.unread_msgs[kind]) {
      group.unread_message_ids = group.unread_message_ids.filter((id: number) => !gone.has(id));
    }
    state.unread_msgs[kind] = state.unread_msgs[kind].filter(
      (group: Any) => group.unread_message_ids.length > 0,
    );
  }
  state.unread_msgs.mentions = state.unread_msgs.mentions.filter((id: number) => !gone.has(id));
}

function groupIn(list: Any[], isIt: (group: Any) => boolean, make: () => Any): Any {
  const present = list.find(isIt);
  if (present) return present;
  const made = { ...make(), unread_message_ids: [] };
  list.push(made);
  return made;
}

export interface UnreadPlace {
  readonly id: number;
  /** For channels. */
  readonly streamId?: number | undefined;
  readonly topic?: string;
  /** For direct messages: everybody but oneself. */
  readonly others?: readonly number[];
  readonly isMentioned: boolean;
}

/** Puts a message among the unread ones. */
export function addUnread(state: Any, place: UnreadPlace, observer: ApiClient): void {
  const unread = state.unread_msgs;
  if (!unread) return;
  let group: Any;
  if (place.streamId !== undefined) {
    const topic = place.topic ?? '';
    group = groupIn(
      unread.streams,
      (one) => one.stream_id === place.streamId && one.topic.toLowerCase() === topic.toLowerCase(),
      () => ({ stream_id: place.streamId, topic }),
    );
  } else {
    const others = place.others ?? [];
    const [other = observer.userId] = others;
    const all = [...others, observer.userId].sort((a, b) => a - b).join(',');
    group =
      others.length > 1
        ? groupIn(
            unread.huddles,
            (one) => one.user_ids_string === all,
            () => ({ user_ids_string: all }),
          )
        : groupIn(
            unread.pms,
            (one) => one.other_user_id === other,
            () => ({ other_user_id: other, sender_id: other }),
          );
  }
  if (!group.unread_message_ids.includes(place.id)) group.unread_message_ids.push(place.id);
  group.unread_message_ids.sort((a: number, b: number) => a - b);
  if (place.isMentioned && !unread.mentions.includes(place.id)) unread.mentions.push(place.id);
}

/** Whether a topic is muted for the observer, as far as the state holds what decides it. */
export function isMutedIn(state: Any, streamId: number, topic: string): boolean {
  const policy = state.user_topics?.find(
    (one: Any) => one.stream_id === streamId && one.topic_name.toLowerCase() === topic.toLowerCase(),
  )?.visibility_policy;
  if (policy === 1) return true;
  if (policy === 2 || policy === 3) return false;
  return state.subscriptions?.find((one: Any) => one.stream_id === streamId)?.is_muted ?? false;
}

/** `count` and the order of groups follow from the rest; run once all events are in. */
export function settleUnread(state: Any): void {
  const unread = state.unread_msgs;
  if (!unread) return;
  const size = (groups: Any[]) => groups.reduce((sum, group) => sum + group.unread_message_ids.length, 0);
  const counted = unread.streams.filter((group: Any) => !isMutedIn(state, group.stream_id, group.topic));
  unread.count = size(unread.pms) + size(unread.huddles) + size(counted);
  unread.pms.sort((a: Any, b: Any) => a.other_user_id - b.other_user_id);
  unread.huddles.sort((a: Any, b: Any) => (a.user_ids_string < b.user_ids_string ? -1 : 1));
  unread.streams.sort((a: Any, b: Any) =>
    a.stream_id !== b.stream_id
      ? a.stream_id - b.stream_id
      : a.topic.toLowerCase() < b.topic.toLowerCase()
        ? -1
        : 1,
  );
}

function mentionsObserver(
  state: Any,
  flags: readonly string[],
  streamId: number | undefined,
  topic: string,
): boolean {
  if (flags.includes('mentioned')) return true;
  if (!flags.includes('wildcard_mentioned')) return false;
  return streamId === undefined || !isMutedIn(state, streamId, topic);
}

const message: Reducer = (state, { message, flags }, observer) => {
  const others =
    message.type === 'private'
      ? message.display_recipient.map((one: Any) => one.id).filter((id: number) => id !== observer.userId)
      : undefined;
  others?.sort((a: number, b: number) => a - b);
  const isOwn = flags.includes('historical') === false;
  if (isOwn && typeof state.max_message_id === 'number')
    state.max_message_id = Math.max(state.max_message_id, message.id);
  if (others && state.recent_private_conversations) {
    const key = String(others);
    state.recent_private_conversations = [
      { max_message_id: message.id, user_ids: others },
      ...state.recent_private_conversations.filter((one: Any) => String(one.user_ids) !== key),
    ];
  }
  if (flags.includes('read')) return;
  const isMentioned = mentionsObserver(state, flags, message.stream_id, message.subject);
  addUnread(
    state,
    { id: message.id, streamId: message.stream_id, topic: message.subject, others, isMentioned },
    observer,
  );
};

const updateMessage: Reducer = (state, event, observer) => {
  // Which message is the newest of one's own after a move to another channel, no event tells.
  if (event.new_stream_id !== undefined && state.max_message_id !== undefined)
    state.max_message_id = unknowable;
  const unread = state.unread_msgs;
  if (!unread) return;
  const all = new Set(
    [...unread.pms, ...unread.streams, ...unread.huddles].flatMap((group: Any) => group.unread_message_ids),
  );
  if (all.has(event.message_id) && (event.content !== undefined || event.rendering_only)) {
    const group = unread.streams.find((one: Any) => one.unread_message_ids.includes(event.message_id));
    const isMentioned = mentionsObserver(state, event.flags, group?.stream_id, group?.topic ?? '');
    unread.mentions = unread.mentions.filter((id: number) => id !== event.message_id);
    if (isMentioned) unread.mentions.push(event.message_id);
  }
  if (event.orig_subject === undefined) return;
  const moved = event.message_ids.filter((id: number) => all.has(id));
  const mentioned = new Set(unread.mentions);
  removeUnread(state, moved);
  for (const id of moved) {
    const streamId = event.new_stream_id ?? event.stream_id;
    const topic = event.subject ?? event.orig_subject;
    addUnread(state, { id, streamId, topic, isMentioned: mentioned.has(id) }, observer);
  }
};

const deleteMessage: Reducer = (state, event) => {
  const ids: number[] = event.message_ids ?? [event.message_id];
  removeUnread(state, ids);
  if (state.starred_messages) {
    state.starred_messages = state.starred_messages.filter((id: number) => !ids.includes(id));
  }
  // Which message is the newest now, no event tells.
  if (state.max_message_id !== undefined && ids.includes(state.max_message_id))
    state.max_message_id = unknowable;
  if (event.message_type === 'private') state.recent_private_conversations = unknowable;
};

export const messageReducers: readonly (readonly [string, Reducer])[] = [
  ['message', message],
  ['update_message', updateMessage],
  ['delete_message', deleteMessage],
];
