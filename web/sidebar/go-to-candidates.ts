// Views, accounts, channels and topics that can be found by name, in the field of the sidebar and in the command
// palette. There may be 50,000 of them, so addresses are made only for those that are shown.

import type { State } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';
import type { Topic } from '../store/channel-topics.ts';
import type { KnownChannel } from '../store/directory.ts';
import { channelName, peopleNames, topicName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';
import type { ViewLine } from './sidebar-model.ts';

interface Named {
  readonly key: string;
  readonly name: string;
  /** Unread messages. */
  readonly count: number;
}

export interface ViewCandidate extends Named {
  readonly kind: 'view';
  readonly view: ViewLine['name'];
  readonly address: string;
}

export interface PersonCandidate extends Named {
  readonly kind: 'person';
  /** All participants except the viewer; several for a group conversation. */
  readonly ids: readonly number[];
}

export interface ChannelCandidate extends Named {
  readonly kind: 'channel';
  readonly channel: KnownChannel;
  readonly isSubscribed: boolean;
}

export interface TopicCandidate extends Named {
  readonly kind: 'topic';
  readonly channelId: number;
  readonly channel: string;
  readonly topic: string;
}

export type GoToCandidate = ViewCandidate | PersonCandidate | ChannelCandidate | TopicCandidate;

export interface CandidateOptions {
  readonly state: State;
  readonly counts: UnreadCounts;
  /** The cached topics of channels. */
  readonly knownTopics: (channelId: number) => readonly Topic[];
}

export function addressOfCandidate(candidate: GoToCandidate, state: State): string {
  switch (candidate.kind) {
    case 'view':
      return candidate.address;
    case 'person':
      return addressOf({ kind: 'direct', ids: candidate.ids }, state);
    case 'channel':
      return addressOf({ kind: 'channel', channelId: candidate.channel.stream_id }, state);
    case 'topic':
      return addressOf(candidate, state);
  }
}

export function viewCandidates(views: readonly ViewLine[]): ViewCandidate[] {
  return views.map(({ key, name, title, address, count }) => ({
    kind: 'view',
    key,
    view: name,
    name: title,
    address,
    count,
  }));
}

/** All accounts, and direct conversations of several. */
export function personCandidates({ state, counts }: CandidateOptions): PersonCandidate[] {
  const individuals = (state.realm_users ?? []).map(({ user_id: id }) => [id]);
  const groups = (state.recent_private_conversations ?? [])
    .map(({ user_ids: ids }) => ids)
    .filter((ids) => ids.length > 1);
  return [...individuals, ...groups].map((ids) => {
    const key = peopleKey(ids);
    return {
      kind: 'person',
      key,
      ids,
      name: peopleNames(state, ids),
      count: counts.people.get(key)?.count ?? 0,
    };
  });
}

/** All channels that are not archived. */
export function channelCandidates({ state, counts }: CandidateOptions): ChannelCandidate[] {
  const candidate = (channel: KnownChannel, isSubscribed: boolean): ChannelCandidate => ({
    kind: 'channel',
    key: String(channel.stream_id),
    channel,
    isSubscribed,
    name: channel.name,
    count: counts.channels.get(channel.stream_id)?.count ?? 0,
  });
  const subscribed = (state.subscriptions ?? []).map((subscription) => candidate(subscription, true));
  const others = [state.unsubscribed, state.never_subscribed].flatMap((list) => list ?? []);
  return [...subscribed, ...others.map((channel) => candidate(channel, false))].filter(
    ({ channel }) => !channel.is_archived,
  );
}

/** Topics that were fetched, have unread messages, or have a setting of the viewer; not muted ones. */
export function topicCandidates({ state, counts, knownTopics }: CandidateOptions): TopicCandidate[] {
  const found = new Map<string, TopicCandidate>();
  const policies = topicPolicies(state);
  const add = (channelId: number, topic: string) => {
    const key = `${channelId} ${topicKey(topic)}`;
    if (found.has(key) || policies.isMuted(channelId, topic)) return;
    found.set(key, {
      kind: 'topic',
      key,
      channelId,
      channel: channelName(state, channelId),
      topic,
      name: topicName(topic),
      count: counts.channels.get(channelId)?.topics.get(topicKey(topic))?.count ?? 0,
    });
  };
  for (const { stream_id: id } of state.subscriptions ?? []) {
    for (const { topic } of counts.channels.get(id)?.topics.values() ?? []) add(id, topic);
    for (const { name } of knownTopics(id)) add(id, name);
  }
  for (const { stream_id: id, topic_name: name } of state.user_topics ?? []) add(id, name);
  return [...found.values()];
}
