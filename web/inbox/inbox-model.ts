// The inbox: unread direct conversations, then channels with their unread topics in the order of the sidebar;
// newest conversations first.

import type { State, Subscription } from '../../client/state/state.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';
import type { ChannelUnread, UnreadCounts } from '../store/unread-counts.ts';

export interface InboxLine {
  readonly key: string;
  readonly conversation: Conversation;
  readonly count: number;
  readonly isMentioned: boolean;
}

export interface InboxSection {
  readonly key: string;
  /** Undefined for direct conversations. */
  readonly channel: Subscription | undefined;
  readonly address: string;
  readonly count: number;
  /** The newest conversations, up to the limit. */
  readonly lines: readonly InboxLine[];
  /** How many more lines there are. */
  readonly left: number;
}

/** The number of lines to show of a section, by its key. */
export type LineLimit = (key: string) => number;

const MAX_INITIAL_LINES = 400;
const MIN_SECTION_LINES = 5;
const MAX_SECTION_LINES = 25;

/** How many lines a section shows initially, so that an inbox of thousands opens as fast as one of ten. */
export function initialLines(sections: number): number {
  const share = Math.floor(MAX_INITIAL_LINES / Math.max(1, sections));
  return Math.min(MAX_SECTION_LINES, Math.max(MIN_SECTION_LINES, share));
}

function line(conversation: Conversation, state: State, count: number, isMentioned: boolean): InboxLine {
  return { key: addressOf(conversation, state), conversation, count, isMentioned };
}

function topicLines(
  state: State,
  { topics }: ChannelUnread,
  limit: number,
): Pick<InboxSection, 'lines' | 'left'> {
  const all = [...topics.values()].filter(({ isMuted }) => !isMuted).sort((a, b) => b.newestId - a.newestId);
  // Addresses are computed only for what is shown, since there may be thousands.
  const lines = all
    .slice(0, limit)
    .map(({ channelId, topic, count, isMentioned }) =>
      line({ kind: 'topic', channelId, topic }, state, count, isMentioned),
    );
  return { lines, left: all.length - lines.length };
}

function bySidebarOrder(state: State): (a: Subscription, b: Subscription) => number {
  const orders = new Map((state.channel_folders ?? []).map(({ id, order }) => [id, order]));
  const rank = ({ pin_to_top, folder_id }: Subscription) =>
    pin_to_top ? -1 : (orders.get(folder_id ?? -1) ?? Number.MAX_SAFE_INTEGER);
  return (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name);
}

export function inboxSections(
  state: State,
  counts: UnreadCounts,
  limitOf: LineLimit = () => Number.POSITIVE_INFINITY,
): InboxSection[] {
  const direct = [...counts.people.values()].sort((a, b) => b.newestId - a.newestId);
  const people = direct.slice(0, limitOf('direct'));
  const channels = [...(state.subscriptions ?? [])].sort(bySidebarOrder(state));
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
      return { key, channel, address, count: unread.count, ...topicLines(state, unread, limitOf(key)) };
    }),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}
