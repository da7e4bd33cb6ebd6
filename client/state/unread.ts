// The unread messages by conversation, in the form of the registration: groups in order, ids in order within them.

import { idsWithout, inserted, placeIn, sortedIdsWithout } from './lists.ts';
import type { State, UnreadMessages } from './state.ts';
import { isTopicMuted, topicKey } from './topics.ts';

type InTopic = UnreadMessages['streams'][number];
type WithPerson = UnreadMessages['pms'][number];
type WithPeople = UnreadMessages['huddles'][number];

/** Where a message is: in a topic, or among people (everybody but oneself; nobody for notes to oneself). */
export type Place =
  | { readonly channelId: number; readonly topic: string }
  | { readonly others: readonly number[] };

export interface UnreadMessage {
  readonly id: number;
  readonly place: Place;
  readonly isMentioned: boolean;
}

interface Group {
  readonly unread_message_ids: number[];
}

/** The sorted groups with a message in the one that compares as equal, which is made where there is none. */
function withMessage<G extends Group>(
  groups: G[],
  made: G,
  id: number,
  compare: (a: G, b: G) => number,
): G[] {
  const place = placeIn(groups, made, compare);
  const present = groups[place];
  if (!present) return inserted(groups, made, compare);
  if (present.unread_message_ids.includes(id)) return groups;
  const ids = inserted(present.unread_message_ids, id, (a, b) => a - b);
  return groups.with(place, { ...present, unread_message_ids: ids });
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

function withPlace(unread: UnreadMessages, { id, place }: UnreadMessage, ownId: number): UnreadMessages {
  const unread_message_ids = [id];
  if ('channelId' in place) {
    const group = { stream_id: place.channelId, topic: place.topic, unread_message_ids };
    return { ...unread, streams: withMessage(unread.streams, group, id, byTopic) };
  }
  const [other = ownId] = place.others;
  if (place.others.length > 1) {
    const everybody = [...place.others, ownId].sort((a, b) => a - b);
    const group = { user_ids_string: everybody.join(','), unread_message_ids };
    return { ...unread, huddles: withMessage(unread.huddles, group, id, byPeople) };
  }
  const group = { other_user_id: other, sender_id: other, unread_message_ids };
  return { ...unread, pms: withMessage(unread.pms, group, id, byPerson) };
}

/** With one more message. */
export function withUnread(unread: UnreadMessages, message: UnreadMessage, ownId: number): UnreadMessages {
  const placed = withPlace(unread, message, ownId);
  if (!message.isMentioned || placed.mentions.includes(message.id)) return placed;
  return { ...placed, mentions: [...placed.mentions, message.id] };
}

function remaining<G extends Group>(groups: G[], gone: ReadonlySet<number>): G[] {
  // There may be thousands of groups, of which one message changes one.
  let kept: G[] | undefined;
  for (let place = 0; place < groups.length; place += 1) {
    const group = groups[place] as G;
    const ids = sortedIdsWithout(group.unread_message_ids, gone);
    if (ids === group.unread_message_ids) kept?.push(group);
    else {
      kept ??= groups.slice(0, place);
      if (ids.length > 0) kept.push({ ...group, unread_message_ids: ids });
    }
  }
  return kept ?? groups;
}

/** Without some messages. */
export function withoutUnread(unread: UnreadMessages, gone: ReadonlySet<number>): UnreadMessages {
  return {
    ...unread,
    pms: remaining(unread.pms, gone),
    streams: remaining(unread.streams, gone),
    huddles: remaining(unread.huddles, gone),
    mentions: idsWithout(unread.mentions, gone),
  };
}

/** The ids of all of them. */
export function unreadIds({ pms, streams, huddles }: UnreadMessages): Set<number> {
  const groups: readonly Group[] = [...pms, ...streams, ...huddles];
  return new Set(groups.flatMap(({ unread_message_ids: ids }) => ids));
}

/** How many there are outside muted topics. Not kept with the rest: a change of what is muted changes it, too. */
export function unreadCount(state: State): number {
  const unread = state.unread_msgs;
  if (!unread) return 0;
  const counted = unread.streams.filter(({ stream_id, topic }) => !isTopicMuted(state, stream_id, topic));
  const groups: readonly Group[] = [...unread.pms, ...unread.huddles, ...counted];
  return groups.reduce((sum, { unread_message_ids: ids }) => sum + ids.length, 0);
}
