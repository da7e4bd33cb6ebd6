// History over many channels. An account in many of them has received most of the organization's newest
// messages, so those are scanned first; if that yields too little, the index ranges of the channels are
// merged.

import type { MessageHead } from '../model/messages/message-row.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { ConversationSpan } from '../stores/conversations/conversation-lists.ts';
import { peopleOf } from '../stores/conversations/conversation-store.ts';
import { personalRowIds } from '../stores/messages/list-store.ts';
import {
  arrivedIds,
  type IdPage,
  idsAround,
  type KeyRange,
  movedIds,
} from '../stores/messages/range-store.ts';
import { mergedIds, nearestIds, spanRanges } from './nearest-ids.ts';
import type { OwnPeriods } from './own-periods.ts';
import { everything, fromIds, restOf, type Source, type SourceContext, type SourcePage } from './sources.ts';

/** With fewer channels than this, merging them costs less than scanning everything. */
export const FEW_CHANNELS = 12;

/** Filters messages to those in the searched history. */
type Among = (reader: Reader, heads: readonly MessageHead[]) => Promise<readonly MessageHead[]>;

/** Many channels: scans the nearest messages and drops those elsewhere. */
export class WideSource implements Source {
  readonly #among: Among;
  readonly #merged: Source;
  #scansEverything = true;

  /** @param merged the same channels, merged one by one */
  constructor(among: Among, merged: Source) {
    this.#among = among;
    this.#merged = merged;
  }

  async page(context: SourceContext, page: IdPage): Promise<SourcePage> {
    if (!this.#scansEverything) return this.#merged.page(context, page);
    const longerPage = { ...page, limit: page.limit * 2 };
    const ids = await idsAround(context.reader, longerPage);
    const heads = await this.#among(context.reader, await context.heads(ids));
    this.#scansEverything = heads.length >= page.limit / 2;
    return { heads, rest: restOf(longerPage, ids) };
  }

  /** Messages elsewhere are filtered out of the scan afterwards. */
  readonly scan = everything.scan;
}

/** The parts of an account's history. */
export interface HistoryParts {
  readonly accountId: number;
  /** Channels with a subscription period, as ranges of ids. */
  readonly channelRanges: readonly KeyRange[];
  /** All subscription periods as log positions: what arrived in one may be in any channel now. */
  readonly periods: OwnPeriods['periods'];
  /** The channels that messages can be in now. */
  readonly channelIds: () => readonly number[];
  /** Topics outside those channels, and the account's direct message conversations if they are included. */
  readonly spans: () => Promise<readonly ConversationSpan[]>;
}

/**
 * The messages that an account may have received, by subscription, directly or by a move, and those that it has rows
 * for.
 */
export function receivedSource({
  accountId,
  channelRanges,
  periods,
  channelIds,
  spans,
}: HistoryParts): Source {
  const idsInPeriods = (reader: Reader, page: IdPage) => {
    const channels = channelIds();
    return channels.length < periods.length
      ? movedIds(reader, channels, page)
      : arrivedIds(reader, periods, page);
  };
  let conversations: Promise<readonly ConversationSpan[]> | undefined;
  return fromIds(async (reader, page) => {
    conversations ??= spans();
    const own = spanRanges(await conversations);
    const lists = [
      await nearestIds(reader, 'channel_id', channelRanges, page),
      await nearestIds(reader, 'conversation_id', own, page),
      await personalRowIds(reader, { accountId, flag: 'any' }, page),
      ...(await idsInPeriods(reader, page)),
    ];
    return mergedIds(lists, page);
  });
}

/** Filters messages to those that may be the account's own, in channels with these periods or directly. */
export function ownAmong(accountId: number, ranges: ReadonlyMap<number, readonly KeyRange[]>): Among {
  const isLikely = (head: MessageHead) => {
    if (head.channel_id === null) return peopleOf(head.direct_key ?? '').includes(accountId);
    if (head.is_moved === 1) return true;
    const own = ranges.get(head.channel_id);
    return own?.some(({ low, high }) => low <= head.id && head.id < high) ?? false;
  };
  return async (reader, heads) => {
    const candidates = heads.filter(isLikely);
    if (candidates.length === heads.length) return candidates;
    const ids = heads.map((head) => head.id);
    const page = {
      direction: 'older',
      low: Math.min(...ids),
      high: Math.max(...ids) + 1,
      limit: heads.length,
    } as const;
    const rows = new Set(await personalRowIds(reader, { accountId, flag: 'any' }, page));
    return rows.size === 0 ? candidates : heads.filter((head) => rows.has(head.id) || isLikely(head));
  };
}
