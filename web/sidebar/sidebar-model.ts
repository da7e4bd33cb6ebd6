// The sidebar's content: views, direct conversations, channels by folder with the topics of the open one.

import type { State, Subscription } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';
import type { IconName } from '../components/icon-names.ts';
import { t } from '../i18n/texts.ts';
import { type View, viewAt } from '../lib/address.ts';
import type { Topic } from '../store/channel-topics.ts';
import { peopleNames } from '../store/names.ts';
import {
  addressOf,
  isSameTarget,
  type NarrowTarget,
  narrowTargetOf,
  otherIds,
  topicsAddress,
} from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';

export interface SidebarItem {
  readonly key: string;
  readonly address: string;
  readonly count: number;
  readonly isUrgent: boolean;
  readonly isHere: boolean;
}

/** The built-in views by fragment; the first five are shown by default. */
const builtInViews = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'combined',
  'narrow/is/mentioned': 'mentions',
  'narrow/is/starred': 'starred',
  drafts: 'drafts',
  scheduled: 'scheduled',
  reminders: 'reminders',
} as const;
export type ViewName = (typeof builtInViews)[keyof typeof builtInViews];
const shownAtFirst: ReadonlySet<string> = new Set(Object.keys(builtInViews).slice(0, 5));

/** The account's arrangement of views, as in `navigation_views` of the snapshot. */
export type ArrangedViews = NonNullable<State['navigation_views']>;

export interface ViewLine extends SidebarItem {
  /** `own` for a view that the account has named. */
  readonly name: ViewName | 'own';
  readonly title: string;
  /** Whether it is always shown; the others are in the list of more views. */
  readonly isPinned: boolean;
}

export const viewIcons: Readonly<Record<ViewLine['name'], IconName>> = {
  inbox: 'inbox',
  recent: 'recent',
  combined: 'combined',
  mentions: 'mention',
  starred: 'star',
  drafts: 'draft',
  scheduled: 'clock',
  reminders: 'bell',
  own: 'filter',
};

export interface DirectLine extends SidebarItem {
  readonly ids: readonly number[];
  /** The names of everyone else. */
  readonly name: string;
}

export interface TopicLine extends SidebarItem {
  readonly topic: string;
  readonly isMuted: boolean;
}

export interface ChannelLine extends SidebarItem {
  readonly channel: Subscription;
  readonly isMuted: boolean;
  readonly topics: readonly TopicLine[];
  /** The address of the channel's full topic list. */
  readonly topicsAddress: string;
  /** Whether there are more topics. */
  readonly hasMore: boolean;
}

export interface ChannelSection {
  readonly key: string;
  /** Pinned channels, the others, or a folder with its name. */
  readonly title:
    | { readonly kind: 'pinned' | 'others' | 'all' }
    | { readonly kind: 'folder'; readonly name: string };
  readonly channels: readonly ChannelLine[];
}

const MAX_DIRECT = 8;
const MAX_TOPICS = 6;
const MAX_UNREAD_TOPICS = 12;

/** The narrow that a view shows. */
export function narrowTargetIn(view: View | undefined, ownId: number): NarrowTarget | undefined {
  if (view?.kind === 'topics') return { kind: 'channel', channelId: view.channelId };
  return view?.kind === 'narrow' ? narrowTargetOf(view.terms, ownId) : undefined;
}

interface ViewCounts {
  readonly counts: UnreadCounts;
  readonly starred: number;
}

/** The built-in views as arranged, then the account's own. */
export function viewLines(
  view: View | undefined,
  { counts, starred }: ViewCounts,
  arranged: ArrangedViews,
): ViewLine[] {
  const current = JSON.stringify(view);
  const counted: Readonly<Record<string, number>> = {
    inbox: counts.total,
    'narrow/is/mentioned': counts.mentions,
    'narrow/is/starred': starred,
  };
  const line = (fragment: string, name: ViewLine['name'], title: string, isPinned: boolean): ViewLine => ({
    key: fragment,
    name,
    title,
    isPinned,
    address: `#${fragment}`,
    count: counted[fragment] ?? 0,
    isUrgent: name === 'mentions' || (name === 'inbox' && counts.direct + counts.mentions > 0),
    isHere: JSON.stringify(viewAt(fragment)) === current,
  });
  const chosen = new Map(arranged.map((view) => [view.fragment, view]));
  const builtIn = Object.entries(builtInViews).map(([fragment, name]) =>
    line(fragment, name, t(`shell.${name}`), chosen.get(fragment)?.is_pinned ?? shownAtFirst.has(fragment)),
  );
  const own = arranged.filter(({ fragment }) => !Object.hasOwn(builtInViews, fragment));
  return [
    ...builtIn,
    ...own.map(({ fragment, name, is_pinned }) => line(fragment, 'own', name ?? `#${fragment}`, is_pinned)),
  ];
}

/** Conversations with unread messages, the open one, and the most recent others. */
export function directLines(
  state: State,
  counts: UnreadCounts,
  current: NarrowTarget | undefined,
): DirectLine[] {
  const ownId = state.user_id ?? 0;
  const recent = (state.recent_private_conversations ?? []).map((conversation) =>
    otherIds(conversation.user_ids, ownId),
  );
  const open = current?.kind === 'direct' ? [current.ids] : [];
  const unread = [...counts.people.values()].sort((a, b) => b.newestId - a.newestId).map(({ ids }) => ids);
  const byKey = new Map(recent.map((ids) => [peopleKey(ids), ids as readonly number[]]));
  const needed = new Map([...unread, ...open].map((ids) => [peopleKey(ids), ids]));
  for (const [key, ids] of needed) if (!byKey.has(key)) byKey.set(key, ids);
  const rest = Math.max(0, MAX_DIRECT - needed.size);
  let others = 0;
  const visible = [...byKey].filter(([key]) => needed.has(key) || others++ < rest);
  return visible.map(([key, ids]) => {
    const conversation: NarrowTarget = { kind: 'direct', ids };
    const count = counts.people.get(key)?.count ?? 0;
    return {
      key,
      ids,
      name: peopleNames(state, ids),
      address: addressOf(conversation, state),
      count,
      isUrgent: true,
      isHere: current !== undefined && isSameTarget(current, conversation),
    };
  });
}

export type TopicsOf = (channelId: number) => readonly Topic[];

/** The newest topics, the newest ones with unread messages, and the open one. */
function topicLines(
  state: State,
  counts: UnreadCounts,
  current: NarrowTarget,
  channelId: number,
  cachedTopics: readonly Topic[],
): Pick<ChannelLine, 'topics' | 'hasMore'> {
  const policies = topicPolicies(state);
  const unread = counts.channels.get(channelId)?.topics ?? new Map<string, never>();
  const names = new Map(cachedTopics.map(({ name }) => [topicKey(name), name]));
  for (const { topic } of unread.values()) if (!names.has(topicKey(topic))) names.set(topicKey(topic), topic);
  if (current.kind === 'topic' && !names.has(topicKey(current.topic)))
    names.set(topicKey(current.topic), current.topic);
  const isHere = (topic: string) => isSameTarget(current, { kind: 'topic', channelId, topic });
  const isUnread = (key: string) => (unread.get(key)?.count ?? 0) > 0;
  let readShown = 0;
  let unreadShown = 0;
  const visible = [...names].filter(([key, topic]) => {
    if (isHere(topic)) return true;
    if (policies.isMuted(channelId, topic)) return false;
    return isUnread(key) ? unreadShown++ < MAX_UNREAD_TOPICS : readShown++ < MAX_TOPICS;
  });
  const topics = visible.map(
    ([key, topic]): TopicLine => ({
      key,
      topic,
      address: addressOf({ kind: 'topic', channelId, topic }, state),
      count: unread.get(key)?.count ?? 0,
      isUrgent: unread.get(key)?.isMentioned ?? false,
      isHere: isHere(topic),
      isMuted: policies.isMuted(channelId, topic),
    }),
  );
  return { topics, hasMore: topics.length < names.size };
}

function channelLine(
  channel: Subscription,
  state: State,
  counts: UnreadCounts,
  current: NarrowTarget | undefined,
  topicsOf: TopicsOf,
): ChannelLine {
  const { stream_id: channelId, is_muted: isMuted } = channel;
  const unread = counts.channels.get(channelId);
  const narrowView: NarrowTarget = { kind: 'channel', channelId };
  const isOpen =
    current && (current.kind === 'topic' || current.kind === 'channel') && current.channelId === channelId;
  const topics = isOpen
    ? topicLines(state, counts, current, channelId, topicsOf(channelId))
    : { topics: [], hasMore: false };
  return {
    key: String(channelId),
    channel,
    address: addressOf(narrowView, state),
    topicsAddress: topicsAddress(channelId, state),
    count: unread?.count ?? 0,
    isUrgent: unread?.isMentioned ?? false,
    isHere: current?.kind === 'channel' && current.channelId === channelId,
    isMuted,
    ...topics,
  };
}

function byName(a: Subscription, b: Subscription): number {
  return Number(a.is_muted) - Number(b.is_muted) || a.name.localeCompare(b.name);
}

/** The channels: pinned ones, those of each folder, and the others; muted ones last in each. */
export function channelSections(
  state: State,
  counts: UnreadCounts,
  current: NarrowTarget | undefined,
  topicsOf: TopicsOf,
): ChannelSection[] {
  const channels = (state.subscriptions ?? [])
    .filter((subscription) => !subscription.is_archived)
    .sort(byName);
  const folders = [...(state.channel_folders ?? [])]
    .filter((folder) => !folder.is_archived)
    .sort((a, b) => a.order - b.order);
  const folderIds = new Set<number | null>(folders.map(({ id }) => id));
  const linesOf = (passes: (channel: Subscription) => boolean) =>
    channels.filter(passes).map((channel) => channelLine(channel, state, counts, current, topicsOf));
  const pinned = linesOf((channel) => channel.pin_to_top);
  const inFolders = folders.map(
    (folder): ChannelSection => ({
      key: `folder ${folder.id}`,
      title: { kind: 'folder', name: folder.name },
      channels: linesOf((channel) => !channel.pin_to_top && channel.folder_id === folder.id),
    }),
  );
  const others = linesOf((channel) => !channel.pin_to_top && !folderIds.has(channel.folder_id));
  const filled = inFolders.filter((section) => section.channels.length > 0);
  const isOnlySection = pinned.length === 0 && filled.length === 0;
  const sections: ChannelSection[] = [
    { key: 'pinned', title: { kind: 'pinned' }, channels: pinned },
    ...filled,
    { key: 'others', title: { kind: isOnlySection ? 'all' : 'others' }, channels: others },
  ];
  return sections.filter((section) => section.channels.length > 0);
}
