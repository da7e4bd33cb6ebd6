// Finds the items of the command palette: channels and topics, people, messages in this browser, and actions.

import type { State } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';
import type { IconName } from '../components/icon-names.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { matchRank, rankMatches, SCATTERED } from '../lib/ranking.ts';
import { addressOfSearch } from '../search/search-text.ts';
import {
  type CandidateOptions,
  channelCandidates,
  personCandidates,
  topicCandidates,
} from '../sidebar/go-to-candidates.ts';
import { viewIcons } from '../sidebar/sidebar-model.ts';
import { channelIcon, channelPrivacy } from '../store/channel-icon.ts';
import { channelIn } from '../store/directory.ts';
import type { Message } from '../store/message.ts';
import { channelName, peopleNames, topicName } from '../store/names.ts';
import { addressOf, addressOfMessage, isSameTarget, type NarrowTarget } from '../store/narrow-targets.ts';
import { savedSearches } from '../store/saved-searches.ts';
import { peopleKey } from '../store/unread-counts.ts';
import type { ConversationOrChannel } from '../store/unread-ids.ts';
import { type PaletteItem, type PaletteKind, type PaletteSection, paletteKinds } from './palette-item.ts';
import type { PaletteQuery } from './palette-query.ts';

/** A message and its text without markup. */
export interface FoundMessage {
  readonly message: Message;
  readonly text: string;
}

export interface PaletteOptions extends CandidateOptions {
  readonly ownId: number;
  /** Seconds since 1970. */
  readonly now: number;
  readonly is24Hours: boolean;
  /** How often items were used, by key. */
  readonly weights: ReadonlyMap<string, number>;
  readonly actions: readonly PaletteItem[];
  /** The messages in this browser that contain the words, the newest first. */
  readonly findMessages: (words: string, limit: number) => readonly FoundMessage[];
  /** All messages in this browser. */
  readonly messages: readonly Message[];
  /** The actions on a conversation, a channel or a person. */
  readonly moreFor: (target: ConversationOrChannel) => readonly MenuItem[];
}

/** How many items of a kind are listed beside others, and alone. */
const MAX_BESIDE_OTHERS: Readonly<Record<PaletteKind, number>> = {
  conversations: 6,
  people: 4,
  messages: 4,
  actions: 5,
};
const MAX_ALONE = 50;
const MAX_VISITED = 8;
const MAX_SAVED = 5;

function channelPicture(state: State, channelId: number): { icon: IconName; color?: string } {
  const channel = channelIn(state, channelId);
  const color = channel && 'color' in channel ? channel.color : undefined;
  return { icon: channelIcon(channel), ...(color !== undefined && { color }) };
}

function channelItem(channelId: number, options: PaletteOptions): PaletteItem {
  const { state, counts, moreFor } = options;
  return {
    key: `channel ${channelId}`,
    name: channelName(state, channelId),
    count: counts.channels.get(channelId)?.count ?? 0,
    picture: channelPicture(state, channelId),
    about: channelPrivacy(channelIn(state, channelId)),
    opens: addressOf({ kind: 'channel', channelId }, state),
    more: () => moreFor({ kind: 'channel', channelId }),
  };
}

function topicItem(channelId: number, topic: string, options: PaletteOptions): PaletteItem {
  const { state, counts, moreFor } = options;
  return {
    key: `topic ${channelId} ${topicKey(topic)}`,
    context: channelName(state, channelId),
    name: topicName(topic),
    count: counts.channels.get(channelId)?.topics.get(topicKey(topic))?.count ?? 0,
    picture: channelPicture(state, channelId),
    about: channelPrivacy(channelIn(state, channelId)),
    opens: addressOf({ kind: 'topic', channelId, topic }, state),
    more: () => moreFor({ kind: 'topic', channelId, topic }),
  };
}

function directItem(ids: readonly number[], { state, counts, moreFor }: PaletteOptions): PaletteItem {
  return {
    key: `people ${peopleKey(ids)}`,
    name: peopleNames(state, ids),
    count: counts.people.get(peopleKey(ids))?.count ?? 0,
    picture: { ids },
    opens: addressOf({ kind: 'direct', ids }, state),
    more: () => moreFor({ kind: 'direct', ids }),
  };
}

interface TopicName {
  readonly channelId: number;
  readonly topic: string;
}

/** The topics that the sidebar's field finds, and those of the messages in this browser. */
function topicNames(options: PaletteOptions): TopicName[] {
  const ofMessages = options.messages.flatMap(({ type, stream_id: channelId, subject }) =>
    type === 'stream' && channelId !== undefined ? [{ channelId, topic: subject }] : [],
  );
  const all = [...topicCandidates(options), ...ofMessages];
  return [...new Map(all.map((one) => [`${one.channelId} ${topicKey(one.topic)}`, one])).values()];
}

/**
 * The texts to compare with the words. Several words may begin with the context, such as "engineering fas" for a topic.
 */
function namesFor(name: string, context: string | undefined, words: string): string[] {
  return context !== undefined && words.includes(' ') ? [name, `${context} ${name}`] : [name];
}

/** Items used often come first among equal matches, and then those with unread messages. */
function weightFunction({ weights }: PaletteOptions) {
  return (key: string, count: number) => (weights.get(key) ?? 0) + (count > 0 ? 0.5 : 0);
}

function channelItems(words: string, limit: number, options: PaletteOptions): PaletteItem[] {
  const weigh = weightFunction(options);
  const found = rankMatches(channelCandidates(options), words, {
    namesOf: ({ name }) => [name],
    weightOf: ({ key, count }) => weigh(`channel ${key}`, count),
    limit,
  });
  return found.map(({ channel }) => channelItem(channel.stream_id, options));
}

function topicItems(words: string, limit: number, options: PaletteOptions): PaletteItem[] {
  const { state, counts } = options;
  const weigh = weightFunction(options);
  const unread = ({ channelId, topic }: TopicName) =>
    counts.channels.get(channelId)?.topics.get(topicKey(topic))?.count ?? 0;
  const found = rankMatches(topicNames(options), words, {
    namesOf: ({ channelId, topic }) => namesFor(topicName(topic), channelName(state, channelId), words),
    weightOf: (one) => weigh(`topic ${one.channelId} ${topicKey(one.topic)}`, unread(one)),
    limit,
  });
  return found.map(({ channelId, topic }) => topicItem(channelId, topic, options));
}

function conversationItems(words: string, limit: number, options: PaletteOptions): PaletteItem[] {
  const items = [...channelItems(words, limit, options), ...topicItems(words, limit, options)];
  const weigh = weightFunction(options);
  return rankMatches(items, words, {
    namesOf: ({ name, context }) => namesFor(name, context, words),
    weightOf: ({ key, count = 0 }) => weigh(key, count),
    limit,
  });
}

function personItems(words: string, limit: number, options: PaletteOptions): PaletteItem[] {
  const weigh = weightFunction(options);
  const found = rankMatches(personCandidates(options), words, {
    namesOf: ({ name }) => [name],
    weightOf: ({ key, count }) => weigh(`people ${key}`, count),
    limit,
  });
  return found.map(({ ids }) => directItem(ids, options));
}

function actionItems(words: string, limit: number, options: PaletteOptions): PaletteItem[] {
  const weigh = weightFunction(options);
  return rankMatches(options.actions, words, {
    namesOf: ({ name, context }) => namesFor(name, context, words),
    weightOf: ({ key }) => weigh(key, 0),
    limit,
  });
}

function messageItem(
  { message, text }: FoundMessage,
  { state, ownId, now, is24Hours }: PaletteOptions,
): PaletteItem {
  return {
    key: `message ${message.id}`,
    context: message.sender_full_name,
    name: text,
    note: shortTime(message.timestamp, now, { is24Hours }),
    picture: { ids: [message.sender_id] },
    opens: addressOfMessage(message, state, ownId),
  };
}

function allMessagesItem(words: string, state: State): PaletteItem {
  return {
    key: 'all messages',
    name: t('palette.allMessages', { text: words }),
    keyHint: 'Ctrl+Enter',
    picture: { icon: 'search' },
    opens: addressOfSearch(words, state),
  };
}

/** Messages that contain the words, and an item that searches for them on the server. */
function messageItems(words: string, limit: number, options: PaletteOptions): PaletteItem[] {
  if (words === '') return [];
  const found = options.findMessages(words, limit).map((one) => messageItem(one, options));
  return [...found, allMessagesItem(words, options.state)];
}

const itemsOf = {
  conversations: conversationItems,
  people: personItems,
  messages: messageItems,
  actions: actionItems,
} satisfies Record<PaletteKind, unknown>;

/** How well the displayed texts fit; lower is better. Messages contain the words rather than begin with them. */
function fitOf({ name, context }: PaletteItem, kind: PaletteKind, words: string): number {
  if (kind === 'messages') return SCATTERED - 1;
  return Math.min(...namesFor(name, context, words).map((one) => matchRank(one, words)));
}

/** The conversations last visited, except the one in view. */
export function visitedSection(
  visited: readonly ConversationOrChannel[],
  inView: NarrowTarget | undefined,
  options: PaletteOptions,
): PaletteSection {
  const others = visited.filter((target) => !inView || !isSameTarget(target, inView));
  const items = others.slice(0, MAX_VISITED).map((target): PaletteItem => {
    if (target.kind === 'topic') return topicItem(target.channelId, target.topic, options);
    if (target.kind === 'direct') return directItem(target.ids, options);
    return channelItem(target.channelId, options);
  });
  return { kind: 'visited', items };
}

/** The saved searches, which are listed before anything is typed; then they are among the views. */
export function savedSection(state: State): PaletteSection {
  const items = savedSearches(state)
    .slice(0, MAX_SAVED)
    .map(
      ({ name, fragment }): PaletteItem => ({
        key: `view ${fragment}`,
        name,
        picture: { icon: viewIcons.own },
        opens: `#${fragment}`,
      }),
    );
  return { kind: 'saved', items };
}

/**
 * The matches of the query by kind, best first; the kind with the best match comes first. Many names contain the
 * letters scattered: if one contains them together, only such names are listed.
 */
export function paletteSections(query: PaletteQuery, options: PaletteOptions): PaletteSection[] {
  const { kind: only, words } = query;
  const sections = (only ? [only] : paletteKinds).map((kind) => {
    const limit = only ? MAX_ALONE : MAX_BESIDE_OTHERS[kind];
    const items = itemsOf[kind](words, limit, options);
    return { kind, items: items.map((item) => ({ item, fit: fitOf(item, kind, words) })) };
  });
  const best = (items: readonly { readonly fit: number }[]) => Math.min(...items.map(({ fit }) => fit));
  const hasCloseMatch = sections.some(({ kind, items }) => kind !== 'messages' && best(items) < SCATTERED);
  return sections
    .map(({ kind, items }) => ({
      kind,
      items: hasCloseMatch ? items.filter(({ fit }) => fit < SCATTERED) : items,
    }))
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => best(a.items) - best(b.items))
    .map(({ kind, items }) => ({ kind, items: items.map(({ item }) => item) }));
}
