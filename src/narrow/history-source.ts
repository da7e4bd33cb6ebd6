// A person's own history over all places: everything they may have received, by subscription, directly or by a
// move, and what they have rows for. People in many places have received most of what is newest in the
// organization, so that is looked at first; where it gives too little, the places' index ranges are merged.

import type { ConversationSpan } from '../model/conversations/lists.ts';
import { peopleOf } from '../model/conversations/store.ts';
import { personalRowIds } from '../model/messages/list-store.ts';
import {
  arrivedIds,
  type Direction,
  type IdBounds,
  idsAround,
  type KeyRange,
  noFilter,
} from '../model/messages/range-store.ts';
import type { MessageHead } from '../model/messages/store.ts';
import type { Reader } from '../storage/session.ts';
import { mergedIds, nearestIds, spanRanges } from './nearest-ids.ts';
import { type Looking, restAfter, type Source, type SourcePage } from './sources.ts';

/** What a person's history is put together from. */
export interface HistoryParts {
  readonly accountId: number;
  /** Channels with a period of subscription, as ranges of ids. */
  readonly channelRanges: readonly KeyRange[];
  /** The same periods as places in the log. */
  readonly periods: readonly { readonly channelId: number; readonly from: number; readonly to: number }[];
  /** The person's direct conversations; none where direct messages are not wanted. */
  readonly directSpans: () => Promise<readonly ConversationSpan[]>;
}

/** With fewer places than this, merging them costs less than looking at everything. */
const FEW_PLACES = 12;

/** Messages that may be a person's own. */
export class HistorySource implements Source {
  readonly #parts: HistoryParts;
  readonly #rangesOf = new Map<number, KeyRange[]>();
  #looksAtEverything: boolean;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#looksAtEverything = parts.channelRanges.length >= FEW_PLACES;
    for (const range of parts.channelRanges) {
      const present = this.#rangesOf.get(range.key);
      if (present) present.push(range);
      else this.#rangesOf.set(range.key, [range]);
    }
  }

  async page(looking: Looking, direction: Direction, bounds: IdBounds, limit: number): Promise<SourcePage> {
    const { reader } = looking;
    if (!this.#looksAtEverything) return this.#merged(looking, direction, bounds, limit);
    const window = await looking.heads(await idsAround(reader, direction, bounds, limit * 2));
    const last = window.at(-1);
    if (!last || window.length < limit * 2)
      return { heads: await this.#among(reader, window), rest: undefined };
    const heads = await this.#among(reader, window);
    this.#looksAtEverything = heads.length >= limit / 2;
    return { heads, rest: restAfter(direction, bounds, last.id) };
  }

  /** Those among some messages that may be the person's own. */
  async #among(reader: Reader, heads: readonly MessageHead[]): Promise<MessageHead[]> {
    const { accountId } = this.#parts;
    const candidates = heads.filter((head) => this.#isLikely(head));
    if (candidates.length === heads.length || heads.length === 0) return candidates;
    const ids = heads.map((head) => head.id);
    const bounds = { low: Math.min(...ids), high: Math.max(...ids) + 1 };
    const rows = new Set(await personalRowIds(reader, 'older', accountId, 0, bounds, heads.length));
    return rows.size === 0 ? candidates : heads.filter((head) => rows.has(head.id) || this.#isLikely(head));
  }

  #isLikely(head: MessageHead): boolean {
    if (head.channel_id === null) return peopleOf(head.direct_key ?? '').includes(this.#parts.accountId);
    if (head.is_moved === 1) return true;
    const ranges = this.#rangesOf.get(head.channel_id);
    return ranges?.some(({ low, high }) => low <= head.id && head.id < high) ?? false;
  }

  async #merged(
    { reader, heads: headsOf }: Looking,
    direction: Direction,
    bounds: IdBounds,
    limit: number,
  ): Promise<SourcePage> {
    const { accountId, channelRanges, periods } = this.#parts;
    const direct = spanRanges(await this.#parts.directSpans());
    const [inChannels, directly, rows, arrived] = await Promise.all([
      nearestIds(reader, 'channel_id', direction, channelRanges, bounds, limit, noFilter),
      nearestIds(reader, 'conversation_id', direction, direct, bounds, limit, noFilter),
      personalRowIds(reader, direction, accountId, 0, bounds, limit),
      arrivedIds(reader, direction, periods, bounds, limit),
    ]);
    const ids = mergedIds(direction, [inChannels, directly, rows, ...arrived], limit);
    const heads = await headsOf(ids);
    const last = ids.at(-1);
    return {
      heads,
      rest: ids.length < limit || last === undefined ? undefined : restAfter(direction, bounds, last),
    };
  }
}
