// What waits to be read: direct conversations, then channels with their topics, in the order of the sidebar; the newest
// conversation first in each.

import type { State, Subscription } from '../../client/state/state.ts';
import { addressOf, type Conversation } from '../store/places.ts';
import type { ChannelUnread, UnreadCounts } from '../store/unread-counts.ts';

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
  /** The newest of them, as many as are wanted. */
  readonly lines: readonly InboxLine[];
  /** How many lines there are besides. */
  readonly left: number;
}

/** How many lines of a section are wanted, by its key. */
export type WantedLines = (key: string) => number;

const MOST_AT_FIRST = 400;
const LEAST_OF_A_SECTION = 5;
const MOST_OF_A_SECTION = 25;

/** How many lines a section shows at first, so that an inbox of thousands opens as quickly as one of ten. */
export function linesAtFirst(sections: number): number {
  const share = Math.floor(MOST_AT_FIRST / Math.max(1, sections));
  return Math.min(MOST_OF_A_SECTION, Math.max(LEAST_OF_A_SECTION, share));
}

function line(place: Conversation, state: State, count: number, isMentioned: boolean): InboxLine {
  return { key: addressOf(place, state), place, count, isMentioned };
}

function topicLines(
  state: State,
  { topics }: ChannelUnread,
  wanted: number,
): Pick<InboxSection, 'lines' | 'left'> {
  const all = [...topics.values()].filter(({ isMuted }) => !isMuted).sort((a, b) => b.newestId - a.newestId);
  // An address is made for what is shown alone: there may be thousands.
  const lines = all
    .slice(0, wanted)
    .map(({ channelId, topic, count, isMentioned }) =>
      line({ kind: 'topic', channelId, topic }, state, count, isMentioned),
    );
  return { lines, left: all.length - lines.length };
}

function byPlace(state: State): (a: Subscription, b: Subscription) => number {
  const orders = new Map((state.channel_folders ?? []).map(({ id, order }) => [id, order]));
  const rank = ({ pin_to_top, folder_id }: Subscription) =>
    pin_to_top ? -1 : (orders.get(folder_id ?? -1) ?? Number.MAX_SAFE_INTEGER);
  return (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name);
}

export function inboxSections(
  state: State,
  counts: UnreadCounts,
  wanted: WantedLines = () => Number.POSITIVE_INFINITY,
): InboxSection[] {
  const direct = [...counts.people.values()].sort((a, b) => b.newestId - a.newestId);
  const people = direct.slice(0, wanted('direct'));
  const channels = [...(state.subscriptions ?? [])].sort(byPlace(state));
  const sections: InboxSection[] = [
    {
      key: 'direct',
      channel: undefined,
      address: '#narrow/is/dm',
      count: counts.direct,
      lines: people.map(({ ids, count, isMentioned }) =>
        line({ kind: 'direct', ids }, state, count, isMentioned),
      ),
      left: direct.length - people.length,
    },
    ...channels.flatMap((channel) => {
      const unread = counts.channels.get(channel.stream_id);
      if (!unread) return [];
      const address = addressOf({ kind: 'channel', channelId: channel.stream_id }, state);
      const key = String(channel.stream_id);
      return { key, channel, address, count: unread.count, ...topicLines(state, unread, wanted(key)) };
    }),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}
