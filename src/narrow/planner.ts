// Which sources hold all messages of a narrow. The first is the one that is short most often; but how long a source is,
// and how much of it the other terms leave out, nobody knows before it was looked through: so there are others, and at
// last everything.

import { DIRECT } from '../model/subscriptions/periods.ts';
import type { ConversationSpan } from '../stores/conversations/lists.ts';
import { directSpans } from '../stores/conversations/lists.ts';
import { holdingIds, sentIds } from '../stores/messages/list-store.ts';
import { HasBit } from '../stores/messages/range-store.ts';
import { markedUnreadIds, unreadPlaces } from '../stores/read-state/unread-places.ts';
import { isMarked, type Marked } from '../stores/search/marks.ts';
import type { AskedBy, AskedPlaces } from './asked-places.ts';
import { FEW_PLACES, ownAmong, receivedSource, WideSource } from './history-source.ts';
import { meetingSource } from './meeting-source.ts';
import { nearestIds, spanRanges } from './nearest-ids.ts';
import type { OwnPlaces } from './own-places.ts';
import { readSource } from './read-source.ts';
import {
  everything,
  holdingSource,
  mentionSource,
  mergedSource,
  namedSource,
  type ReadIds,
  rangeSource,
  rowSource,
  type Source,
  senderSource,
  unreadSource,
} from './sources.ts';
import type { WantedTerms } from './wanted-terms.ts';
import { wordSource } from './word-source.ts';

/** Of several things that a message is to hold, the one looked for first. */
const rareToFrequent = [HasBit.attachment, HasBit.image, HasBit.reaction, HasBit.link];

/** Conversations that the index of words is asked for by their marks. */
const MOST_CONVERSATIONS = 100;

/** What sources are chosen by. */
export interface PlannedBy extends Pick<AskedBy, 'reader' | 'searcher' | 'terms'> {
  readonly asked: AskedPlaces;
  /** Undefined where the history of channels is searched, received or not. */
  readonly own: (() => Promise<OwnPlaces>) | undefined;
}

/** All sources that hold the narrow's messages, the most promising first; made as they are asked for. */
export async function* sourcesFor(by: PlannedBy): AsyncGenerator<Source> {
  const { terms, asked } = by;
  const id = terms.wanted('id');
  if (id) {
    yield namedSource([id.id]);
    return;
  }
  if (asked.isInChannels && asked.channelIds.length === 0) return;
  yield* personalRows(by);
  const spans = await asked.conversations();
  if (spans?.length === 0) return;
  yield* attention(by, spans);
  if (spans) yield rangeSource('conversation_id', spanRanges(spans));
  yield* words(by, spans);
  const sender = terms.wanted('sender');
  if (sender) yield senderSource(sender.accountId);
  if (terms.wanted('resolved')) yield rangeSource('conversation_id', spanRanges(await asked.resolved()));
  const bits = wantedBits(terms);
  for (const bit of bits) yield holdingSource(bit);
  // A list of what was sent or holds something is walked as fast as everything, and is a part of it.
  yield* history(by, !sender && bits.length === 0);
}

function wantedBits({ traits }: WantedTerms) {
  return rareToFrequent.filter((bit) => (traits.has & bit) !== 0);
}

/** The messages that hold the words, and those of them that are in a list of the other terms, too. */
function* words(by: PlannedBy, spans: readonly ConversationSpan[] | undefined): Generator<Source> {
  const search = by.terms.wanted('search');
  if (!search) return;
  const marked = markedAs(by, spans);
  const source = wordSource(by.reader.engine, search.stems, marked);
  const others = by.reader.engine === 'postgres' && isMarked(marked) ? undefined : besideWords(by, spans);
  // The first source of all is looked at before anything is walked: conversations, or else the words.
  if (!spans) yield source;
  if (others) yield meetingSource(source, others);
  if (spans) yield source;
}

/** What the index of words may tell of the messages beside their words. */
function markedAs({ terms, asked }: PlannedBy, spans: readonly ConversationSpan[] | undefined): Marked {
  const { channelIds, isInChannels } = asked;
  const isIn = spans === undefined && isInChannels && channelIds.length < FEW_PLACES;
  return {
    conversationIds: spans && spans.length <= MOST_CONVERSATIONS ? spans.map(({ id }) => id) : undefined,
    channelIds: isIn ? channelIds : undefined,
    senderId: terms.wanted('sender')?.accountId,
    has: terms.traits.has,
  };
}

/** The ids of a list that holds all messages of the narrow, whether they hold the words or not. */
function besideWords(
  { terms, asked }: PlannedBy,
  spans: readonly ConversationSpan[] | undefined,
): ReadIds | undefined {
  if (spans) {
    const ranges = spanRanges(spans);
    return (reader, page) => nearestIds(reader, 'conversation_id', ranges, page);
  }
  const sender = terms.wanted('sender');
  if (sender) return (reader, page) => sentIds(reader, sender.accountId, page);
  const { channelIds, isInChannels } = asked;
  if (isInChannels && channelIds.length < FEW_PLACES) {
    const ranges = channelIds.map((key) => ({ key, low: 0, high: Number.MAX_SAFE_INTEGER }));
    return (reader, page) => nearestIds(reader, 'channel_id', ranges, page);
  }
  const [bit] = wantedBits(terms);
  return bit && ((reader, page) => holdingIds(reader, bit, page));
}

/** Rows of single people. */
function* personalRows({ searcher: { account }, terms }: PlannedBy): Generator<Source> {
  if (account && terms.wantsFlag('starred')) yield rowSource(account.id, 'starred');
  if (account && terms.wantsFlag('alerted')) yield rowSource(account.id, 'has_alert_word');
  const mentions = terms.wanted('mentions');
  if (mentions) yield rowSource(mentions.accountId, 'mentioned');
}

/** What somebody has not read, and what mentions them. */
async function* attention(
  { reader, searcher, terms, asked }: PlannedBy,
  spans: readonly ConversationSpan[] | undefined,
): AsyncGenerator<Source> {
  const { account, subscriptions } = searcher;
  if (account && terms.wantsFlag('unread')) {
    const channelIds = [...subscriptions.keys()].filter((id) => id !== DIRECT && asked.isWanted(id));
    const where = spans ? { conversationIds: spans.map(({ id }) => id) } : { channelIds };
    const places = await unreadPlaces(reader, account.id, where);
    yield unreadSource(places, await markedUnreadIds(reader, account.id));
  }
  if (account && terms.wantsFlag('mentioned')) yield mentionSource(account.id);
}

/** Places that messages are looked for in, in both ways. */
interface Places {
  readonly among: ConstructorParameters<typeof WideSource>[0];
  readonly merged: Source;
  /** How many they are, about. */
  readonly places: number;
}

/** All that may be read in the places that the terms leave. */
async function* history(by: PlannedBy, withEverything: boolean): AsyncGenerator<Source> {
  const { reader, searcher, terms, asked, own } = by;
  const { among, merged, places } = own ? received(by, await own()) : await ofChannels(asked);
  const isWide = places >= FEW_PLACES;
  if (isWide && withEverything) yield new WideSource(among, merged);
  if (own && searcher.account && terms.excludesUnread) {
    yield await readSource(reader, searcher.account.id, asked.channelIds);
  }
  yield merged;
  if (!isWide && withEverything) yield everything;
}

/** All messages of channels; where it counts what is muted, of those that are so and of topics apart from theirs. */
async function ofChannels(asked: AskedPlaces): Promise<Places> {
  const ids = new Set(asked.channelIds);
  const ranges = asked.channelIds
    .filter(asked.isMutedAsWanted)
    .map((key) => ({ key, low: 0, high: Number.MAX_SAFE_INTEGER }));
  const apart = spanRanges(await asked.topicsApart());
  return {
    among: async (_reader, heads) => heads.filter((head) => ids.has(head.channel_id ?? 0)),
    merged: mergedSource(
      (reader, page) => nearestIds(reader, 'channel_id', ranges, page),
      (reader, page) => nearestIds(reader, 'conversation_id', apart, page),
    ),
    places: ranges.length,
  };
}

/** All that a person may have received. */
function received({ reader, searcher, asked }: PlannedBy, { periods, ranges }: OwnPlaces): Places {
  const accountId = searcher.account?.id ?? 0;
  const channelRanges = [...ranges].flatMap(([id, list]) => (asked.isWantedWhole(id) ? list : []));
  const spans = async () => [
    ...(await asked.topicsApart()),
    ...(asked.isInChannels ? [] : await directSpans(reader, accountId)),
  ];
  return {
    among: ownAmong(accountId, ranges),
    merged: receivedSource({ accountId, channelRanges, periods, channelIds: () => asked.channelIds, spans }),
    places: channelRanges.length,
  };
}
