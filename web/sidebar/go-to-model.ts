// Finds views, accounts, channels and topics by name for the field at the top of the sidebar; those with
// unread messages are ranked higher.

import type { State } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';
import { matchRank, rankMatches, SCATTERED } from '../lib/ranking.ts';
import type { Topic } from '../store/channel-topics.ts';
import type { KnownChannel } from '../store/directory.ts';
import { channelName, peopleNames, topicName } from '../store/names.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';
import type { ViewLine } from './sidebar-model.ts';

interface Candidate {
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly count: number;
}

export type GoToLine = Candidate &
  (
    | { readonly kind: 'view'; readonly view: ViewLine['name'] }
    | { readonly kind: 'person'; readonly ids: readonly number[] }
    | { readonly kind: 'channel'; readonly channel: KnownChannel; readonly isSubscribed: boolean }
    | { readonly kind: 'topic'; readonly channel: string }
  );

export interface GoToSection {
  readonly kind: GoToLine['kind'];
  readonly lines: readonly GoToLine[];
}

export interface GoToOptions {
  readonly state: State;
  readonly counts: UnreadCounts;
  readonly views: readonly ViewLine[];
  /** The cached topics of channels. */
  readonly knownTopics: (channelId: number) => readonly Topic[];
}

const MAX_LINES = { view: 3, person: 6, channel: 8, topic: 12 };

function best<T extends GoToLine>(lines: readonly T[], query: string, limit: number): T[] {
  return rankMatches(lines, query, {
    namesOf: ({ name }) => [name],
    weightOf: ({ count }) => count,
    limit,
  });
}

function viewsFor({ views }: GoToOptions): GoToLine[] {
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
function peopleFor({ state, counts }: GoToOptions): GoToLine[] {
  const individuals = (state.realm_users ?? []).map(({ user_id: id }) => [id]);
  const groups = (state.recent_private_conversations ?? [])
    .map(({ user_ids: ids }) => ids)
    .filter((ids) => ids.length > 1);
  return [...individuals, ...groups].map((ids) => ({
    kind: 'person',
    key: peopleKey(ids),
    ids,
    name: peopleNames(state, ids),
    address: addressOf({ kind: 'direct', ids }, state),
    count: counts.people.get(peopleKey(ids))?.count ?? 0,
  }));
}

function channelsFor({ state, counts }: GoToOptions): GoToLine[] {
  const line = (channel: KnownChannel, isSubscribed: boolean): GoToLine => ({
    kind: 'channel',
    key: String(channel.stream_id),
    channel,
    isSubscribed,
    name: channel.name,
    address: addressOf({ kind: 'channel', channelId: channel.stream_id }, state),
    count: counts.channels.get(channel.stream_id)?.count ?? 0,
  });
  const subscribed = (state.subscriptions ?? []).map((subscription) => line(subscription, true));
  const others = [state.unsubscribed, state.never_subscribed].flatMap((list) => list ?? []);
  return [...subscribed, ...others.map((channel) => line(channel, false))].filter(
    (candidate) => candidate.kind !== 'channel' || !candidate.channel.is_archived,
  );
}

/** Topics that were fetched, have unread messages, or have a setting of the viewer. */
function topicsFor({ state, counts, knownTopics }: GoToOptions): GoToLine[] {
  const found = new Map<string, GoToLine>();
  const policies = topicPolicies(state);
  const add = (channelId: number, topic: string) => {
    const key = `${channelId} ${topicKey(topic)}`;
    if (found.has(key) || policies.isMuted(channelId, topic)) return;
    const conversation: Conversation = { kind: 'topic', channelId, topic };
    found.set(key, {
      kind: 'topic',
      key,
      channel: channelName(state, channelId),
      name: topicName(topic),
      address: addressOf(conversation, state),
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

function withoutScattered({ kind, lines }: GoToSection, query: string): GoToSection {
  return { kind, lines: lines.filter(({ name }) => matchRank(name, query) < SCATTERED) };
}

/** What matches a query, best first in each section; the section with the best match comes first. */
export function goToSections(query: string, options: GoToOptions): GoToSection[] {
  const sections: GoToSection[] = [
    { kind: 'view', lines: best(viewsFor(options), query, MAX_LINES.view) },
    { kind: 'channel', lines: best(channelsFor(options), query, MAX_LINES.channel) },
    { kind: 'topic', lines: best(topicsFor(options), query, MAX_LINES.topic) },
    { kind: 'person', lines: best(peopleFor(options), query, MAX_LINES.person) },
  ];
  const found = sections
    .filter(({ lines }) => lines.length > 0)
    .map((section) => ({ section, fit: matchRank(section.lines[0]?.name ?? '', query) }))
    .sort((a, b) => a.fit - b.fit);
  // Many names contain the letters scattered. If a name contains them together, only such names are shown.
  const hasCloseMatch = (found[0]?.fit ?? SCATTERED) < SCATTERED;
  return found
    .filter(({ fit }) => !hasCloseMatch || fit < SCATTERED)
    .map(({ section }) => (hasCloseMatch ? withoutScattered(section, query) : section));
}
