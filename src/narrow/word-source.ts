// Finds messages with the words of a search. The SQLite index is ordered by message id. PostgreSQL's index
// has no order: rare words are read from it at once, frequent words are searched among the nearest
// messages. A search of the nearest messages, then a bounded query of the index, decides between the two.

import { countBefore } from '../api-contract/binary-search.ts';
import type { Engine, Reader } from '../storage/reader-writer.ts';
import type { IdPage } from '../stores/messages/range-store.ts';
import { areMarksStale, type MarkFilter } from '../stores/search/index-markers.ts';
import {
  fewMatches,
  type MarkedStems,
  type MatchedBatch,
  matchesAmongNearest,
  matchesInOrder,
} from '../stores/search/match-store.ts';
import {
  type FoundIds,
  foundBy,
  fromFound,
  type ReadFound,
  restAfter,
  restOf,
  type Source,
} from './sources.ts';

/** The minimum number of messages to scan. */
const MIN_SCANNED = 2000;
/**
 * The share of matches above which scanning on is cheaper than the index: for the nearest matches, and for
 * nearly all of them.
 */
const FREQUENT_SHARE = { forNearest: 0.01, forAll: 0.2 } as const;
const fromTheEnd: IdPage = { direction: 'older', low: 0, high: Number.MAX_SAFE_INTEGER, limit: MIN_SCANNED };
/** The maximum number of messages read from the index. */
const MAX_FROM_INDEX = 200_000;

/** The messages that contain words, also as ids. */
export interface WordSource extends Source {
  readonly matches: ReadFound;
}

/**
 * The messages that contain all stems, narrowed by the marks of the other terms as far as the engine's index
 * supports that.
 */
export function wordSource(engine: Engine, stems: readonly string[], marked: MarkFilter): WordSource {
  if (engine === 'postgres') {
    const words = new UnorderedWords(stems, marked);
    const matches: ReadFound = (reader, page) => words.matches(reader, page);
    return { ...fromFound(matches), findsWords: true, matches, prepare: (reader) => words.prepare(reader) };
  }
  const matches = foundBy((reader, page) => matchesInOrder(reader, stems, page));
  return { ...fromFound(matches), findsWords: true, matches };
}

/** The messages that contain all stems, found in an index without order. */
class UnorderedWords {
  readonly #stems: readonly string[];
  readonly #marked: MarkFilter;
  #words: Promise<MarkedStems> | undefined;
  /** The ids of all matches, ascending; undefined if there are too many. */
  #allIds: Promise<readonly number[] | undefined> | undefined;
  /** The share of the messages scanned last that contained the words; undefined before the first scan. */
  #share: number | undefined;

  constructor(stems: readonly string[], marked: MarkFilter) {
    this.#stems = stems;
    this.#marked = marked;
  }

  /** The index query; without marks while those of moved messages may be outdated. */
  #query(reader: Reader): Promise<MarkedStems> {
    const stems = this.#stems;
    this.#words ??= areMarksStale(reader).then((isStale) => ({ stems, marked: isStale ? {} : this.#marked }));
    return this.#words;
  }

  /**
   * Words that were frequent in the last scan are not read from the index, because it would have to go
   * through all messages that contain them.
   */
  async matches(reader: Reader, page: IdPage): Promise<FoundIds> {
    const isRare = this.#share !== undefined && this.#share < FREQUENT_SHARE.forNearest;
    const allIds = isRare ? await this.#all(reader) : await this.#allIds;
    return allIds ? fromFew(allIds, page) : this.#nearest(reader, page);
  }

  /**
   * Reads all matches from the index, for a walk that goes through most of them; except for words that most
   * messages contain.
   */
  async prepare(reader: Reader): Promise<void> {
    if (this.#share === undefined) await this.#nearest(reader, fromTheEnd);
    if ((this.#share ?? 1) < FREQUENT_SHARE.forAll) await this.#all(reader);
  }

  #all(reader: Reader): Promise<readonly number[] | undefined> {
    this.#allIds ??= this.#query(reader)
      .then((words) => fewMatches(reader, words, MAX_FROM_INDEX))
      .then((ids) => ids?.sort((a, b) => a - b));
    return this.#allIds;
  }

  async #nearest(reader: Reader, page: IdPage): Promise<FoundIds> {
    const isFrequent = (this.#share ?? 0) >= FREQUENT_SHARE.forNearest;
    const scanned = isFrequent ? Math.max(page.limit * 2, MIN_SCANNED) : MIN_SCANNED;
    const matches = await matchesAmongNearest(reader, await this.#query(reader), { ...page, limit: scanned });
    this.#share = matches.ids.length / scanned;
    return firstMatches(matches, page);
  }
}

/** The first of the matches; those after them are searched again. */
function firstMatches({ ids, edge }: MatchedBatch, page: IdPage): FoundIds {
  const { limit } = page;
  const last = ids[limit - 1];
  if (ids.length > limit && last !== undefined) {
    return { ids: ids.slice(0, limit), rest: restAfter(page, last) };
  }
  return { ids, rest: edge === undefined ? undefined : restAfter(page, edge) };
}

function fromFew(few: readonly number[], page: IdPage): FoundIds {
  const { direction, low, high, limit } = page;
  const below = (bound: number) => countBefore(few.length, (index) => (few[index] ?? 0) < bound);
  const [begin, end] = [below(low), below(high)];
  const ids =
    direction === 'older'
      ? few.slice(Math.max(begin, end - limit), end).reverse()
      : few.slice(begin, Math.min(end, begin + limit));
  return { ids, rest: end - begin <= limit ? undefined : restOf(page, ids) };
}
