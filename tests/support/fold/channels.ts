// How channels, subscriptions and policies for topics change by events.

import type { Reducer } from './reducers.ts';
import { unknowable } from './unknowable.ts';

// biome-ignore lint/suspicious/noExplicitAny: snapshots are looked into freely by tests
type Any = any;

const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

function byId(a: Any, b: Any): number {
  return (a.stream_id ?? a) - (b.stream_id ?? b);
}

/** Every object of a channel in the state. */
function* objectsOf(state: Any, id: number): Generator<Any> {
  for (const list of [...lists, 'streams']) {
    for (const channel of state[list] ?? []) if (channel.stream_id === id) yield channel;
  }
}

function keepsLists(state: Any): boolean {
  return lists.some((list) =>
    (state[list] ?? []).some((one: Any) => one.subscribers || one.partial_subscribers),
  );
}

function remove(state: Any, list: string, id: number): Any {
  const at = (state[list] ?? []).findIndex((one: Any) => one.stream_id === id);
  return at < 0 ? undefined : state[list].splice(at, 1)[0];
}

function add(state: Any, list: string, channel: Any): void {
  if (!state[list]) return;
  state[list].push(channel);
  state[list].sort(byId);
}

function create(state: Any, channel: Any): void {
  for (const list of [...lists, 'streams']) remove(state, list, channel.stream_id);
  add(state, 'never_subscribed', { ...channel, ...(keepsLists(state) && { subscribers: [] }) });
  add(state, 'streams', { ...channel });
}

const reduceStream: Reducer = (state, event) => {
  if (event.op === 'create') for (const channel of event.streams) create(state, channel);
  else if (event.op === 'delete') {
    for (const id of event.stream_ids) for (const list of [...lists, 'streams']) remove(state, list, id);
  } else {
    for (const channel of objectsOf(state, event.stream_id)) {
      channel[event.property] = event.value;
      for (const also of ['rendered_description', 'history_public_to_subscribers', 'is_web_public']) {
        if (also in event) channel[also] = event[also];
      }
    }
    if (event.property === 'name') {
      for (const muted of state.muted_topics ?? []) if (muted[0] === event.name) muted[0] = event.value;
    }
  }
};

function subscribed(state: Any, subscription: Any, ownId: number): void {
  let known: Any;
  for (const list of lists) known = remove(state, list, subscription.stream_id) ?? known;
  const kept: Any = {};
  for (const key of ['subscribers', 'partial_subscribers']) {
    if (known?.[key] && !subscription.subscribers)
      kept[key] = [...new Set([...known[key], ownId])].sort((a, b) => a - b);
  }
  add(state, 'subscriptions', { ...kept, ...subscription });
  for (const channel of state.streams ?? []) {
    if (channel.stream_id === subscription.stream_id)
      channel.subscriber_count = subscription.subscriber_count;
  }
}

function unsubscribed(state: Any, id: number, ownId: number): void {
  const known = remove(state, 'subscriptions', id);
  if (!known) return;
  for (const key of ['subscribers', 'partial_subscribers']) {
    if (known[key]) known[key] = known[key].filter((one: number) => one !== ownId);
  }
  add(state, 'unsubscribed', known);
  for (const channel of objectsOf(state, id)) channel.subscriber_count--;
}

/** A client that keeps the whole list counts by it; others count what they are told. */
function peers(state: Any, event: Any): void {
  const isAdded = event.op === 'peer_add';
  for (const id of event.stream_ids) {
    let counted: number | undefined;
    for (const channel of objectsOf(state, id)) {
      for (const key of ['subscribers', 'partial_subscribers']) {
        if (!channel[key]) continue;
        const others = channel[key].filter((one: number) => !event.user_ids.includes(one));
        channel[key] = (isAdded ? [...others, ...event.user_ids] : others).sort(
          (a: number, b: number) => a - b,
        );
      }
      counted ??= channel.subscribers?.length;
    }
    for (const channel of objectsOf(state, id)) {
      channel.subscriber_count =
        counted ?? channel.subscriber_count + (isAdded ? 1 : -1) * event.user_ids.length;
    }
  }
}

const reduceSubscription: Reducer = (state, event, observer) => {
  // The newest message received may be one of a channel that was joined or left.
  if ((event.op === 'add' || event.op === 'remove') && 'max_message_id' in state)
    state.max_message_id = unknowable;
  if (event.op === 'add') for (const one of event.subscriptions) subscribed(state, one, observer.userId);
  else if (event.op === 'remove') {
    for (const one of event.subscriptions) unsubscribed(state, one.stream_id, observer.userId);
  } else if (event.op === 'update') {
    for (const one of state.subscriptions ?? []) {
      if (one.stream_id === event.stream_id) one[event.property] = event.value;
    }
  } else peers(state, event);
};

const reduceDefaults: Reducer = (state, event) => {
  if (state.realm_default_streams) state.realm_default_streams = event.default_streams;
};

const reduceUserTopic: Reducer = (state, event) => {
  if (!state.user_topics) return;
  const { stream_id, topic_name, last_updated, visibility_policy } = event;
  state.user_topics = state.user_topics.filter(
    (one: Any) => one.stream_id !== stream_id || one.topic_name.toUpperCase() !== topic_name.toUpperCase(),
  );
  if (visibility_policy !== 0)
    state.user_topics.push({ stream_id, topic_name, last_updated, visibility_policy });
  state.user_topics.sort(
    (a: Any, b: Any) =>
      a.stream_id - b.stream_id || (a.topic_name.toUpperCase() < b.topic_name.toUpperCase() ? -1 : 1),
  );
};

const reduceMutedTopics: Reducer = (state, event) => {
  if (state.muted_topics) state.muted_topics = event.muted_topics;
};

const reduceFolders: Reducer = (state, event) => {
  if (!state.channel_folders) return;
  const folders: Any[] = state.channel_folders;
  if (event.op === 'add') folders.push(event.channel_folder);
  else if (event.op === 'update')
    Object.assign(
      folders.find((one) => one.id === event.channel_folder_id),
      event.data,
    );
  else if (event.op === 'reorder') {
    for (const folder of folders) folder.order = event.order.indexOf(folder.id);
    folders.sort((a, b) => a.order - b.order);
  }
};

export const channelReducers: readonly (readonly [string, Reducer])[] = [
  ['stream', reduceStream],
  ['subscription', reduceSubscription],
  ['default_streams', reduceDefaults],
  [
    'default_stream_groups',
    (state, event) => {
      if (state.realm_default_stream_groups) state.realm_default_stream_groups = event.default_stream_groups;
    },
  ],
  ['user_topic', reduceUserTopic],
  ['muted_topics', reduceMutedTopics],
  ['channel_folder', reduceFolders],
];
