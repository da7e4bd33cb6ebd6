// The rows of the sidebar: channels with the topics of the open one, topics that the viewer moved to sections, and
// direct conversations.

import type { State } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';
import { callersIn } from '../store/calls.ts';
import type { Topic } from '../store/channel-topics.ts';
import { channelIn, type KnownChannel } from '../store/directory.ts';
import { mutedDirect } from '../store/muted-direct.ts';
import { peopleNames, shortPeopleNames, topicName } from '../store/names.ts';
import {
  addressOf,
  type Conversation,
  isSameTarget,
  type NarrowTarget,
  otherIds,
  topicsAddress,
} from '../store/narrow-targets.ts';
import { pinnedTopicKeys } from '../store/pinned-topics.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';
import type { SidebarItem } from './sidebar-model.ts';

/** The conversation or channel that a row opens. */
export type RowTarget = Conversation | Extract<NarrowTarget, { kind: 'channel' }>;

/** A row that can be placed in a section. */
export interface SidebarRow extends SidebarItem {
  readonly target: RowTarget;
  readonly name: string;
  /** Shown instead of the name if the name is long. */
  readonly shortName?: string;
  readonly isMuted: boolean;
  /** The ids of those in its call, separated by commas. */
  readonly callers: string;
  /** Whether it is a topic that is pinned for everyone. */
  readonly isPinned?: boolean;
  /** The channel itself, or the channel of a topic. */
  readonly channel?: KnownChannel;
  /** The topics under the open channel. */
  readonly topics?: readonly SidebarRow[];
  /** The address of the channel's full topic list, if it has more topics. */
  readonly moreTopics?: string;
}

const MAX_DIRECT = 8;
const MAX_TOPICS = 6;
const MAX_UNREAD_TOPICS = 12;

/** The data from which the rows are made. */
export interface RowSource {
  readonly state: State;
  readonly counts: UnreadCounts;
  /** The narrow of the open view. */
  readonly current: NarrowTarget | undefined;
  /** The cached topics of a channel. */
  readonly topicsOf: (channelId: number) => readonly Topic[];
}

/** The key of a row, as on the server. */
export function rowKey(target: RowTarget): string {
  if (target.kind === 'direct') return `direct ${peopleKey(target.ids)}`;
  const { channelId } = target;
  return target.kind === 'channel' ? `channel ${channelId}` : `topic ${channelId} ${topicKey(target.topic)}`;
}

function itemOf({ state, current }: RowSource, target: RowTarget) {
  return {
    key: rowKey(target),
    target,
    address: addressOf(target, state),
    isHere: current !== undefined && isSameTarget(current, target),
    callers: callersIn(state, target),
  };
}

export function topicRow(source: RowSource, channelId: number, topic: string): SidebarRow {
  const { state, counts } = source;
  const unread = counts.channels.get(channelId)?.topics.get(topicKey(topic));
  const channel = channelIn(state, channelId);
  return {
    ...itemOf(source, { kind: 'topic', channelId, topic }),
    name: topicName(topic),
    ...(channel && { channel }),
    count: unread?.count ?? 0,
    isUrgent: unread?.isMentioned ?? false,
    isMuted: topicPolicies(state).isMuted(channelId, topic),
    isPinned: pinnedTopicKeys(state.pinned_topics, channelId).has(topicKey(topic)),
  };
}

/** The newest topics, the newest ones with unread messages, and the open one; those pinned for everyone first, then followed ones. */
function topicRows(source: RowSource, current: NarrowTarget, channelId: number) {
  const { state, counts } = source;
  const policies = topicPolicies(state);
  const unread = counts.channels.get(channelId)?.topics;
  const names = new Map(source.topicsOf(channelId).map(({ name }) => [topicKey(name), name]));
  const add = (topic: string) => names.has(topicKey(topic)) || names.set(topicKey(topic), topic);
  for (const { topic } of unread?.values() ?? []) add(topic);
  if (current.kind === 'topic') add(current.topic);
  let readShown = 0;
  let unreadShown = 0;
  const visible = [...names].filter(([key, topic]) => {
    if (isSameTarget(current, { kind: 'topic', channelId, topic })) return true;
    if (policies.isMuted(channelId, topic)) return false;
    return unread?.get(key)?.count ? unreadShown++ < MAX_UNREAD_TOPICS : readShown++ < MAX_TOPICS;
  });
  const pinned = pinnedTopicKeys(state.pinned_topics, channelId);
  const rank = ([key, topic]: readonly [string, string]) =>
    pinned.has(key) ? 0 : policies.isFollowed(channelId, topic) ? 1 : 2;
  return {
    topics: visible.sort((a, b) => rank(a) - rank(b)).map(([, topic]) => topicRow(source, channelId, topic)),
    ...(visible.length < names.size && { moreTopics: topicsAddress(channelId, state) }),
  };
}

/** Rows of channels that are not open, as made last: a message changes one of thousands. */
const closedRows = new WeakMap<KnownChannel, SidebarRow>();

export function channelRow(source: RowSource, channel: KnownChannel): SidebarRow {
  const { stream_id: channelId } = channel;
  const { counts, current } = source;
  const unread = counts.channels.get(channelId);
  const isOpen = current !== undefined && 'channelId' in current && current.channelId === channelId;
  const known = isOpen ? undefined : closedRows.get(channel);
  if (known?.count === (unread?.count ?? 0) && known.isUrgent === (unread?.isMentioned ?? false))
    return known;
  const row = makeChannelRow(source, channel, isOpen);
  if (!isOpen) closedRows.set(channel, row);
  return row;
}

function makeChannelRow(source: RowSource, channel: KnownChannel, isOpen: boolean): SidebarRow {
  const { stream_id: channelId } = channel;
  const { counts, current } = source;
  const unread = counts.channels.get(channelId);
  return {
    ...itemOf(source, { kind: 'channel', channelId }),
    name: channel.name,
    channel,
    count: unread?.count ?? 0,
    isUrgent: unread?.isMentioned ?? false,
    isMuted: channel.is_muted ?? false,
    ...(isOpen && current && topicRows(source, current, channelId)),
  };
}

function directRow(source: RowSource, ids: readonly number[]): SidebarRow {
  return {
    ...itemOf(source, { kind: 'direct', ids }),
    name: peopleNames(source.state, ids),
    ...(ids.length > 1 && { shortName: shortPeopleNames(source.state, ids) }),
    count: source.counts.people.get(peopleKey(ids))?.count ?? 0,
    isUrgent: true,
    isMuted: mutedDirect(source.state).has(peopleKey(ids)),
  };
}

/**
 * Direct conversations with unread messages, the open one, those that the viewer moved to sections, and the most recent
 * others.
 * @param placed the participants, without the viewer, of the conversations in sections
 */
export function directRows(source: RowSource, placed: readonly (readonly number[])[]): SidebarRow[] {
  const { state, counts, current } = source;
  const byKey = new Map<string, readonly number[]>();
  const add = (ids: readonly number[]) => byKey.has(peopleKey(ids)) || byKey.set(peopleKey(ids), ids);
  for (const { user_ids: ids } of state.recent_private_conversations ?? [])
    add(otherIds(ids, state.user_id ?? 0));
  const unread = [...counts.people.values()].sort((a, b) => b.newestId - a.newestId).map(({ ids }) => ids);
  const needed = [...unread, ...(current?.kind === 'direct' ? [current.ids] : [])];
  for (const ids of [...needed, ...placed]) add(ids);
  const neededKeys = new Set(needed.map(peopleKey));
  const placedKeys = new Set(placed.map(peopleKey));
  let remaining = MAX_DIRECT - neededKeys.size;
  return [...byKey]
    .filter(([key]) => neededKeys.has(key) || placedKeys.has(key) || remaining-- > 0)
    .map(([, ids]) => directRow(source, ids));
}
