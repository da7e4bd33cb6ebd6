// Chooses the sources that contain all messages of a narrow; the first is usually the shortest. How long a source is, and
// how much of it the other terms reject, is unknown until it is walked, so further sources follow; the last is the whole
// history.

import { DIRECT_MESSAGES } from '../model/subscriptions/subscription-periods.ts';
import type { ConversationSpan } from '../stores/conversations/conversation-lists.ts';
import { directSpans } from '../stores/conversations/conversation-lists.ts';
import { idsWithBit, sentIds } from '../stores/messages/list-store.ts';
import { HasBit } from '../stores/messages/range-store.ts';
import { markedUnreadIds, unreadConversations } from '../stores/read-state/unread-conversations.ts';
import { hasMarkFilter, type MarkFilter } from '../stores/search/index-markers.ts';
import { FEW_CHANNELS, ownAmong, receivedSource, WideSource } from './history-source.ts';
import { intersectionSource } from './intersection-source.ts';
import type { MatchingChannels, MatchingContext } from './matching-channels.ts';
import type { NarrowTerms } from './narrow-terms.ts';
import { nearestIds, spanRanges } from './nearest-ids.ts';
import type { OwnPeriods } from './own-periods.ts';
import { readSource } from './read-source.ts';
import {
  containingSource,
  everything,
  idSource,
  mentionSource,
  mergedSource,
  pinnedSource,
  type ReadIds,
  rangeSource,
  rowSource,
  type Source,
  senderSource,
  unreadSource,
} from './sources.ts';
import { wordSource } from './word-source.ts';

/** Things that messages may contain. If several are required, the first of them in this order is searched. */
const rareToFrequent = [HasBit.attachment, HasBit.image, HasBit.reaction, HasBit.link];

/** The maximum number of conversations in a query of the word index. */
const MAX_CONVERSATIONS = 100;

/** The input for choosing the sources. */
export interface PlanContext extends Pick<MatchingContext, 'reader' | 'searcher' | 'terms'> {
  readonly matching: MatchingChannels;
  /** Undefined if the shared history of channels is searched. */
  readonly own: (() => Promise<OwnPeriods>) | undefined;
}

/** All sources that contain the narrow's messages, most promising first; created on demand. */
export async function* sourcesFor(context: PlanContext): AsyncGenerator<Source> {
  const { terms, matching } = context;
  const id = terms.positive('id');
  if (id) {
    yield idSource([id.id]);
    return;
  }
  if (matching.isInChannels && matching.channelIds.length === 0) return;
  if (terms.positive('pinned')) yield pinnedSource;
  yield* personalRows(context);
  const spans = await matching.conversations();
  if (spans?.length === 0) return;
  yield* unreadAndMentions(context, spans);
  if (spans) yield rangeSource('conversation_id', spanRanges(spans));
  yield* words(context, spans);
  const sender = terms.positive('sender');
  if (sender) yield senderSource(sender.accountId);
  if (terms.positive('resolved'))
    yield rangeSource('conversation_id', spanRanges(await matching.resolvedTopics()));
  const bits = requiredBits(terms);
  for (const bit of bits) yield containingSource(bit);
  // Walking the messages of a sender or those with links never takes longer than walking all messages.
  yield* history(context, !sender && bits.length === 0);
}

function requiredBits({ traits }: NarrowTerms) {
  return rareToFrequent.filter((bit) => (traits.has & bit) !== 0);
}

/** The messages with the words, and the intersection with a list from the other terms. */
function* words(context: PlanContext, spans: readonly ConversationSpan[] | undefined): Generator<Source> {
  const search = context.terms.positive('search');
  if (!search) return;
  const marked = marksOf(context, spans);
  const source = wordSource(context.reader.engine, search.stems, marked);
  const others =
    context.reader.engine === 'postgres' && hasMarkFilter(marked)
      ? undefined
      : listWithoutWords(context, spans);
  // The first source is scanned briefly before anything is walked: the conversations, or else the words.
  if (!spans) yield source;
  if (others) yield intersectionSource(source, others);
  if (spans) yield source;
}

/** The marks by which the word index can filter. */
function marksOf(
  { terms, matching }: PlanContext,
  spans: readonly ConversationSpan[] | undefined,
): MarkFilter {
  const { channelIds, isInChannels } = matching;
  const isIn = spans === undefined && isInChannels && channelIds.length < FEW_CHANNELS;
  return {
    conversationIds: spans && spans.length <= MAX_CONVERSATIONS ? spans.map(({ id }) => id) : undefined,
    channelIds: isIn ? channelIds : undefined,
    senderId: terms.positive('sender')?.accountId,
    has: terms.traits.has,
  };
}

/** The ids of a list that contains all messages of the narrow, with or without the words. */
function listWithoutWords(
  { terms, matching }: PlanContext,
  spans: readonly ConversationSpan[] | undefined,
): ReadIds | undefined {
  if (spans) {
    const ranges = spanRanges(spans);
    return (reader, page) => nearestIds(reader, 'conversation_id', ranges, page);
  }
  const sender = terms.positive('sender');
  if (sender) return (reader, page) => sentIds(reader, sender.accountId, page);
  const { channelIds, isInChannels } = matching;
  if (isInChannels && channelIds.length < FEW_CHANNELS) {
    const ranges = channelIds.map((key) => ({ key, low: 0, high: Number.MAX_SAFE_INTEGER }));
    return (reader, page) => nearestIds(reader, 'channel_id', ranges, page);
  }
  const [bit] = requiredBits(terms);
  return bit && ((reader, page) => idsWithBit(reader, bit, page));
}

/** The messages with rows of an account: starred, alerted or mentioned. */
function* personalRows({ searcher: { account }, terms }: PlanContext): Generator<Source> {
  if (account && terms.requiresFlag('starred')) yield rowSource(account.id, 'starred');
  if (account && terms.requiresFlag('alerted')) yield rowSource(account.id, 'has_alert_word');
  const mentions = terms.positive('mentions');
  if (mentions) yield rowSource(mentions.accountId, 'mentioned');
}

/** The messages that an account has not read, and those that mention it. */
async function* unreadAndMentions(
  { reader, searcher, terms, matching }: PlanContext,
  spans: readonly ConversationSpan[] | undefined,
): AsyncGenerator<Source> {
  const { account, subscriptions } = searcher;
  if (account && terms.requiresFlag('unread')) {
    const channelIds = [...subscriptions.keys()].filter(
      (id) => id !== DIRECT_MESSAGES && matching.isMatching(id),
    );
    const scope = spans ? { conversationIds: spans.map(({ id }) => id) } : { channelIds };
    const unread = await unreadConversations(reader, account.id, scope);
    yield unreadSource(unread, await markedUnreadIds(reader, account.id));
  }
  if (account && terms.requiresFlag('mentioned')) yield mentionSource(account.id);
}

/** A searched history, in two forms. */
interface History {
  readonly among: ConstructorParameters<typeof WideSource>[0];
  readonly merged: Source;
  /** The approximate number of its channels. */
  readonly channelCount: number;
}

/** Everything that may be read in the matching channels and conversations. */
async function* history(context: PlanContext, withEverything: boolean): AsyncGenerator<Source> {
  const { reader, searcher, terms, matching, own } = context;
  const { among, merged, channelCount } = own ? ownHistory(context, await own()) : await ofChannels(matching);
  const isWide = channelCount >= FEW_CHANNELS;
  if (isWide && withEverything) yield new WideSource(among, merged);
  if (own && searcher.account && terms.excludesUnread) {
    yield await readSource(reader, searcher.account.id, matching.channelIds);
  }
  yield merged;
  if (!isWide && withEverything) yield everything;
}

/**
 * All messages of channels; if muting matters, of channels in the right state and of topics that differ from
 * theirs.
 */
async function ofChannels(matching: MatchingChannels): Promise<History> {
  const ids = new Set(matching.channelIds);
  const ranges = matching.channelIds
    .filter(matching.matchesMuteState)
    .map((key) => ({ key, low: 0, high: Number.MAX_SAFE_INTEGER }));
  const ownState = spanRanges(await matching.topicsWithOwnMuteState());
  return {
    among: async (_reader, heads) => heads.filter((head) => ids.has(head.channel_id ?? 0)),
    merged: mergedSource(
      (reader, page) => nearestIds(reader, 'channel_id', ranges, page),
      (reader, page) => nearestIds(reader, 'conversation_id', ownState, page),
    ),
    channelCount: ranges.length,
  };
}

/** Everything that an account may have received. */
function ownHistory({ reader, searcher, matching }: PlanContext, { periods, ranges }: OwnPeriods): History {
  const accountId = searcher.account?.id ?? 0;
  const channelRanges = [...ranges].flatMap(([id, list]) => (matching.isMatchingWhole(id) ? list : []));
  const spans = async () => [
    ...(await matching.topicsWithOwnMuteState()),
    ...(matching.isInChannels ? [] : await directSpans(reader, accountId)),
  ];
  return {
    among: ownAmong(accountId, ranges),
    merged: receivedSource({
      accountId,
      channelRanges,
      periods,
      channelIds: () => matching.channelIds,
      spans,
    }),
    channelCount: channelRanges.length,
  };
}
