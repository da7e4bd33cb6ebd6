// Messages that hold the words of a search. The embedded engine keeps them in the order of their ids. PostgreSQL's index
// knows no order: what few messages hold is taken from it at once; what very many hold is found among the nearest
// ones. Which of the two it is shows at the nearest ones, and then by a bounded question to the index.

import { countBefore } from '../api-contract/sorted.ts';
import type { Engine, Reader } from '../storage/session.ts';
import type { IdPage } from '../stores/messages/range-store.ts';
import {
  fewHolders,
  type Held,
  holdersInOrder,
  holdersOfNearest,
  type MarkedWords,
} from '../stores/search/holders.ts';
import { areMarksStale, type Marked } from '../stores/search/marks.ts';
import {
  type FoundIds,
  foundBy,
  fromFound,
  type ReadFound,
  restAfter,
  restOf,
  type Source,
} from './sources.ts';

/** Messages that are looked at at least. */
const FIRST_LOOKS = 2000;
/**
 * The share of them that makes looking on cheaper than the index: for whoever needs the nearest, and for whoever is going to
 * need nearly all.
 */
const FREQUENT_SHARE = { forNearest: 0.01, forAll: 0.2 } as const;
const fromTheEnd: IdPage = { direction: 'older', low: 0, high: Number.MAX_SAFE_INTEGER, limit: FIRST_LOOKS };
/** Messages that the index is asked for at most. */
const MOST_FEW = 200_000;

/** The holders of words, by their ids too. */
export interface WordSource extends Source {
  readonly holders: ReadFound;
}

/** The messages that hold all stems, as far as the engine's index tells by marks of those that the other terms ask for. */
export function wordSource(engine: Engine, stems: readonly string[], marked: Marked): WordSource {
  if (engine === 'postgres') {
    const words = new UnorderedWords(stems, marked);
    const holders: ReadFound = (reader, page) => words.holders(reader, page);
    return { ...fromFound(holders), findsWords: true, holders, prepare: (reader) => words.prepare(reader) };
  }
  const holders = foundBy((reader, page) => holdersInOrder(reader, stems, page));
  return { ...fromFound(holders), findsWords: true, holders };
}

/** The same of an index without order. */
class UnorderedWords {
  readonly #stems: readonly string[];
  readonly #marked: Marked;
  #words: Promise<MarkedWords> | undefined;
  /** All of them, ascending; undefined where they are too many. */
  #few: Promise<readonly number[] | undefined> | undefined;
  /** What part of the messages that were looked at last held the words; undefined before the first look. */
  #share: number | undefined;

  constructor(stems: readonly string[], marked: Marked) {
    this.#stems = stems;
    this.#marked = marked;
  }

  /** What the index is asked for: without marks while they tell of some messages where they stood before. */
  #asked(reader: Reader): Promise<MarkedWords> {
    const stems = this.#stems;
    this.#words ??= areMarksStale(reader).then((isStale) => ({ stems, marked: isStale ? {} : this.#marked }));
    return this.#words;
  }

  /** The index is not asked for words that the last look found often: it would have to go over all who hold them. */
  async holders(reader: Reader, page: IdPage): Promise<FoundIds> {
    const isRare = this.#share !== undefined && this.#share < FREQUENT_SHARE.forNearest;
    const few = isRare ? await this.#all(reader) : await this.#few;
    return few ? fromFew(few, page) : this.#nearest(reader, page);
  }

  /** Asks the index for all holders, for a walk that goes through most of them, but for words that most messages hold. */
  async prepare(reader: Reader): Promise<void> {
    if (this.#share === undefined) await this.#nearest(reader, fromTheEnd);
    if ((this.#share ?? 1) < FREQUENT_SHARE.forAll) await this.#all(reader);
  }

  #all(reader: Reader): Promise<readonly number[] | undefined> {
    this.#few ??= this.#asked(reader)
      .then((words) => fewHolders(reader, words, MOST_FEW))
      .then((ids) => ids?.sort((a, b) => a - b));
    return this.#few;
  }

  async #nearest(reader: Reader, page: IdPage): Promise<FoundIds> {
    const isFrequent = (this.#share ?? 0) >= FREQUENT_SHARE.forNearest;
    const looks = isFrequent ? Math.max(page.limit * 2, FIRST_LOOKS) : FIRST_LOOKS;
    const held = await holdersOfNearest(reader, await this.#asked(reader), { ...page, limit: looks });
    this.#share = held.ids.length / looks;
    return cut(held, page);
  }
}

/** The first of what was found; what lies behind it is looked for again. */
function cut({ ids, edge }: Held, page: IdPage): FoundIds {
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
