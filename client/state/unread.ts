// The unread messages by conversation, in the form of a registration: sorted groups with sorted ids.

import { insertSorted, removeIds, removeSortedIds, sortedIndexOf } from './lists.ts';
import type { State, UnreadMessages } from './state.ts';
import { isTopicMuted, topicKey } from './topics.ts';

type InTopic = UnreadMessages['streams'][number];
type WithPerson = UnreadMessages['pms'][number];
type WithPeople = UnreadMessages['huddles'][number];

/** The conversation of a message: a topic, or the other participants (none for notes to self). */
export type MessageConversation =
  | { readonly channelId: number; readonly topic: string }
  | { readonly others: readonly number[] };

export interface UnreadMessage {
  readonly id: number;
  readonly conversation: MessageConversation;
  readonly isMentioned: boolean;
}

interface Group {
  readonly unread_message_ids: number[];
}

/** Adds a message to the equal group of a sorted list, or adds the group. */
function withMessage<G extends Group>(
  groups: G[],
  group: G,
  id: number,
  compare: (a: G, b: G) => number,
): G[] {
  const index = sortedIndexOf(groups, group, compare);
  const existing = groups[index];
  if (!existing) return insertSorted(groups, group, compare);
  if (existing.unread_message_ids.includes(id)) return groups;
  const ids = insertSorted(existing.unread_message_ids, id, (a, b) => a - b);
  return groups.with(index, { ...existing, unread_message_ids: ids });
}

function byTopic(a: InTopic, b: InTopic): number {
  if (a.stream_id !== b.stream_id) return a.stream_id - b.stream_id;
  if (a.topic === b.topic) return 0;
  const [first, second] = [topicKey(a.topic), topicKey(b.topic)];
  return first === second ? 0 : first < second ? -1 : 1;
}
const byPerson = (a: WithPerson, b: WithPerson) => a.other_user_id - b.other_user_id;
function byPeople(a: WithPeople, b: WithPeople): number {
  if (a.user_ids_string === b.user_ids_string) return 0;
  return a.user_ids_string < b.user_ids_string ? -1 : 1;
}

function addMessage(
  unread: UnreadMessages,
  { id, conversation }: UnreadMessage,
  ownId: number,
): UnreadMessages {
  const unread_message_ids = [id];
  if ('channelId' in conversation) {
    const group = { stream_id: conversation.channelId, topic: conversation.topic, unread_message_ids };
    return { ...unread, streams: withMessage(unread.streams, group, id, byTopic) };
  }
  const [other = ownId] = conversation.others;
  if (conversation.others.length > 1) {
    const participants = [...conversation.others, ownId].sort((a, b) => a - b);
    const group = { user_ids_string: participants.join(','), unread_message_ids };
    return { ...unread, huddles: withMessage(unread.huddles, group, id, byPeople) };
  }
  const group = { other_user_id: other, sender_id: other, unread_message_ids };
  return { ...unread, pms: withMessage(unread.pms, group, id, byPerson) };
}

/** Adds a message. */
export function withUnread(unread: UnreadMessages, message: UnreadMessage, ownId: number): UnreadMessages {
  const added = addMessage(unread, message, ownId);
  if (!message.isMentioned || added.mentions.includes(message.id)) return added;
  return { ...added, mentions: [...added.mentions, message.id] };
}

function withoutIds<G extends Group>(groups: G[], gone: ReadonlySet<number>): G[] {
  // There may be thousands of groups, of which one message changes only one.
  let remainingGroups: G[] | undefined;
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index] as G;
    const ids = removeSortedIds(group.unread_message_ids, gone);
    if (ids === group.unread_message_ids) remainingGroups?.push(group);
    else {
      remainingGroups ??= groups.slice(0, index);
      if (ids.length > 0) remainingGroups.push({ ...group, unread_message_ids: ids });
    }
  }
  return remainingGroups ?? groups;
}

/** Removes messages. */
export function withoutUnread(unread: UnreadMessages, gone: ReadonlySet<number>): UnreadMessages {
  return {
    ...unread,
    pms: withoutIds(unread.pms, gone),
    streams: withoutIds(unread.streams, gone),
    huddles: withoutIds(unread.huddles, gone),
    mentions: removeIds(unread.mentions, gone),
  };
}

/** The ids of all unread messages. */
export function unreadIds({ pms, streams, huddles }: UnreadMessages): Set<number> {
  const groups: readonly Group[] = [...pms, ...streams, ...huddles];
  return new Set(groups.flatMap(({ unread_message_ids: ids }) => ids));
}

/** The key of a direct conversation of two people, or of notes: the sorted ids, joined with commas. */
function keyOfPair(ownId: number, otherId: number): string {
  return String([...new Set([ownId, otherId])].sort((a, b) => a - b));
}

/**
 * The number of unread messages outside muted topics and direct conversations. Not cached, since muting changes it too.
 */
export function unreadCount(state: State): number {
  const unread = state.unread_msgs;
  if (!unread) return 0;
  const countedTopics = unread.streams.filter(
    ({ stream_id, topic }) => !isTopicMuted(state, stream_id, topic),
  );
  const muted = new Set(state.muted_direct_conversations?.map(({ user_ids }) => String(user_ids)));
  const ownId = state.user_id ?? 0;
  const pairs = unread.pms.filter(({ other_user_id }) => !muted.has(keyOfPair(ownId, other_user_id)));
  const huddles = unread.huddles.filter(({ user_ids_string }) => !muted.has(user_ids_string));
  const groups: readonly Group[] = [...pairs, ...huddles, ...countedTopics];
  return groups.reduce((sum, { unread_message_ids: ids }) => sum + ids.length, 0);
}
