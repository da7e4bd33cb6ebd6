// History over many places. Who is in many has received most of what is newest in the organization, so that is looked at
// first; where it gives too little, the places' index ranges are merged.

import type { MessageHead } from '../model/messages/row.ts';
import type { Reader } from '../storage/session.ts';
import { peopleOf } from '../stores/conversations/conversation-store.ts';
import type { ConversationSpan } from '../stores/conversations/lists.ts';
import { personalRowIds } from '../stores/messages/list-store.ts';
import {
  arrivedIds,
  type IdPage,
  idsAround,
  type KeyRange,
  movedIds,
} from '../stores/messages/range-store.ts';
import { mergedIds, nearestIds, spanRanges } from './nearest-ids.ts';
import type { OwnPlaces } from './own-places.ts';
import { everything, fromIds, type Looking, restOf, type Source, type SourcePage } from './sources.ts';

/** With fewer places than this, merging them costs less than looking at everything. */
export const FEW_PLACES = 12;

/** Those among some messages that may be asked for. */
type Among = (reader: Reader, heads: readonly MessageHead[]) => Promise<readonly MessageHead[]>;

/** Many places: what is nearest is looked at, and left out where it stands elsewhere. */
export class WideSource implements Source {
  readonly #among: Among;
  readonly #merged: Source;
  #looksAtEverything = true;

  /** @param merged the same places one by one */
  constructor(among: Among, merged: Source) {
    this.#among = among;
    this.#merged = merged;
  }

  async page(looking: Looking, page: IdPage): Promise<SourcePage> {
    if (!this.#looksAtEverything) return this.#merged.page(looking, page);
    const longer = { ...page, limit: page.limit * 2 };
    const ids = await idsAround(looking.reader, longer);
    const heads = await this.#among(looking.reader, await looking.heads(ids));
    this.#looksAtEverything = heads.length >= page.limit / 2;
    return { heads, rest: restOf(longer, ids) };
  }

  /** What is at other places is sifted out of the glimpses afterwards. */
  readonly glance = everything.glance;
}

/** What a person's history is put together from. */
export interface HistoryParts {
  readonly accountId: number;
  /** Channels with a period of subscription, as ranges of ids. */
  readonly channelRanges: readonly KeyRange[];
  /** All periods of subscription as places in the log: what arrived in one may stand in any channel now. */
  readonly periods: OwnPlaces['periods'];
  /** The channels that messages can stand in now. */
  readonly channelIds: () => readonly number[];
  /** Topics beside those channels, and the person's direct conversations where these are wanted. */
  readonly spans: () => Promise<readonly ConversationSpan[]>;
}

/** Everything that a person may have received, by subscription, directly or by a move, and what they have rows for. */
export function receivedSource({
  accountId,
  channelRanges,
  periods,
  channelIds,
  spans,
}: HistoryParts): Source {
  const moved = (reader: Reader, page: IdPage) => {
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
      ...(await moved(reader, page)),
    ];
    return mergedIds(lists, page);
  });
}

/** Those among some messages that may be a person's own, in channels with these periods or directly. */
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
