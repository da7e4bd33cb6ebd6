// Applies channel events to each list that contains channels.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere, updateWhere } from './lists.ts';
import { withoutPinnedTopics } from './pinned-topics.ts';
import type { Channel, Reducer, Section, State, UnsubscribedChannel } from './state.ts';
import { withSection } from './state.ts';

export const channelLists = ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'] as const;

/** The fields that channels have in all lists. */
export interface AnyChannel {
  readonly stream_id: number;
  readonly subscriber_count: number;
  readonly subscribers?: number[];
  readonly partial_subscribers?: number[];
}

export function byChannelId(a: { readonly stream_id: number }, b: { readonly stream_id: number }): number {
  return a.stream_id - b.stream_id;
}

/** Changes a channel in every list. */
export function updateChannel(
  state: State,
  id: number,
  change: <C extends AnyChannel>(channel: C) => C,
): State {
  const isChannel = (channel: { readonly stream_id: number }) => channel.stream_id === id;
  let next = state;
  for (const list of channelLists) {
    next = withSection(next, list, (channels) => {
      const all = channels as AnyChannel[];
      return (all.some(isChannel) ? updateWhere(all, isChannel, change) : all) as typeof channels;
    });
  }
  return next;
}

/** Removes a channel from the given lists. */
export function removeFromLists(
  state: State,
  id: number,
  lists: readonly (typeof channelLists)[number][],
): State {
  const isChannel = (channel: { readonly stream_id: number }) => channel.stream_id === id;
  return lists.reduce(
    (next, list) =>
      withSection(
        next,
        list,
        (channels) => removeWhere(channels as AnyChannel[], isChannel) as typeof channels,
      ),
    state,
  );
}

/** Whether the client's state includes subscribers. */
function keepsSubscribers(state: State): boolean {
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed];
  return lists.some((channels) =>
    channels?.some(
      (channel: AnyChannel) => channel.subscribers !== undefined || channel.partial_subscribers !== undefined,
    ),
  );
}

function withCreatedChannel(state: State, channel: Channel): State {
  const keeps = keepsSubscribers(state);
  const unlisted = removeFromLists(state, channel.stream_id, channelLists);
  const unsubscribed = { ...channel, ...(keeps && { subscribers: [] }) } as UnsubscribedChannel;
  const withUnsubscribed = withSection(unlisted, 'never_subscribed', (list) =>
    insertSorted(list, unsubscribed, byChannelId),
  );
  return withSection(withUnsubscribed, 'streams', (list) => insertSorted(list, { ...channel }, byChannelId));
}

type ChannelEvent = EventOf<'stream'>;

const extraFields = ['rendered_description', 'history_public_to_subscribers', 'is_web_public'] as const;

function withUpdatedChannel(state: State, event: Extract<ChannelEvent, { op: 'update' }>): State {
  const extra = Object.entries(event).filter(([key]) => (extraFields as readonly string[]).includes(key));
  const changes = { [event.property]: event.value, ...Object.fromEntries(extra) };
  const next = updateChannel(state, event.stream_id, (channel) => ({ ...channel, ...changes }));
  if (event.property !== 'name') return next;
  const { name: before, value: after } = event;
  return withSection(next, 'muted_topics', (topics) =>
    updateWhere(
      topics,
      ([name]) => name === before,
      (topic) => topic.with(0, after),
    ),
  );
}

export const stream: Reducer<ChannelEvent> = (state, event) => {
  if (event.op === 'create') return event.streams.reduce(withCreatedChannel, state);
  if (event.op === 'update') return withUpdatedChannel(state, event);
  const stateWithoutPins = withoutPinnedTopics(state, new Set(event.stream_ids));
  return event.stream_ids.reduce((next, id) => removeFromLists(next, id, channelLists), stateWithoutPins);
};

type Folder = Section<'channel_folders'>[number];

export const channelFolder: Reducer<EventOf<'channel_folder'>> = (state, event) =>
  withSection(state, 'channel_folders', (folders) => {
    if (event.op === 'add') return [...folders, event.channel_folder];
    if (event.op === 'reorder') {
      const ordered = folders.map((folder) => ({ ...folder, order: event.order.indexOf(folder.id) }));
      return ordered.sort((a, b) => a.order - b.order);
    }
    const isFolder = ({ id }: Folder) => id === event.channel_folder_id;
    return updateWhere(folders, isFolder, (folder) => ({ ...folder, ...event.data }));
  });
