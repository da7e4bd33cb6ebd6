// What waits to be read: direct conversations, then channels with their topics, in the order of the sidebar; the newest
// conversation first in each.

import type { State, Subscription } from '../../client/state/state.ts';
import { addressOf, type Conversation } from '../messages/places.ts';
import type { ChannelUnread, UnreadCounts } from '../messages/unread-counts.ts';

export interface InboxLine {
  readonly key: string;
  readonly place: Conversation;
  readonly count: number;
  readonly isMentioned: boolean;
}

export interface InboxSection {
  readonly key: string;
  /** Undefined for direct conversations. */
  readonly channel: Subscription | undefined;
  readonly address: string;
  readonly count: number;
  readonly lines: readonly InboxLine[];
}

function line(place: Conversation, state: State, count: number, isMentioned: boolean): InboxLine {
  return { key: addressOf(place, state), place, count, isMentioned };
}

function topicLines(state: State, { topics }: ChannelUnread): InboxLine[] {
  return [...topics.values()]
    .filter(({ isMuted }) => !isMuted)
    .sort((a, b) => b.newestId - a.newestId)
    .map(({ channelId, topic, count, isMentioned }) =>
      line({ kind: 'topic', channelId, topic }, state, count, isMentioned),
    );
}

function byPlace(state: State): (a: Subscription, b: Subscription) => number {
  const orders = new Map((state.channel_folders ?? []).map(({ id, order }) => [id, order]));
  const rank = ({ pin_to_top, folder_id }: Subscription) =>
    pin_to_top ? -1 : (orders.get(folder_id ?? -1) ?? Number.MAX_SAFE_INTEGER);
  return (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name);
}

export function inboxSections(state: State, counts: UnreadCounts): InboxSection[] {
  const direct = [...counts.people.values()].sort((a, b) => b.newestId - a.newestId);
  const channels = [...(state.subscriptions ?? [])].sort(byPlace(state));
  const sections: InboxSection[] = [
    {
      key: 'direct',
      channel: undefined,
      address: '#narrow/is/dm',
      count: counts.direct,
      lines: direct.map(({ ids, count, isMentioned }) =>
        line({ kind: 'direct', ids }, state, count, isMentioned),
      ),
    },
    ...channels.flatMap((channel) => {
      const unread = counts.channels.get(channel.stream_id);
      if (!unread) return [];
      const address = addressOf({ kind: 'channel', channelId: channel.stream_id }, state);
      const lines = topicLines(state, unread);
      return { key: String(channel.stream_id), channel, address, count: unread.count, lines };
    }),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}
