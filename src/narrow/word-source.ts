// Messages that hold the words of a search. The embedded engine keeps them in the order of their ids. PostgreSQL's index
// knows no order: what few messages hold is taken from it at once; what very many hold is found among the nearest
// ones. Which of the two it is shows at the nearest ones, and then by a bounded question to the index.

import type { Engine, Reader } from '../storage/session.ts';
import { lookAt, type Traits } from '../stores/messages/message-scan-store.ts';
import type { IdBounds, IdPage } from '../stores/messages/range-store.ts';
import { fewHolders, type Held, holdersInOrder, holdersOfNearest } from '../stores/search/holders.ts';
import { fromIds, type Glances, type Looking, restAfter, type Source, type SourcePage } from './sources.ts';

/** Messages that are looked at at least; and the share of them that makes looking on cheaper than the index. */
const FIRST_LOOKS = 2000;
const FREQUENT_SHARE = 0.01;
/** Messages that the index is asked for at most. */
const MOST_FEW = 50_000;

/** The messages that hold all stems. */
export function wordSource(engine: Engine, stems: readonly string[]): Source {
  if (engine === 'postgres') return new UnorderedWords(stems);
  const source = fromIds((reader, page) => holdersInOrder(reader, stems, page));
  return { ...source, findsWords: true };
}

/** The same of an index without order. */
class UnorderedWords implements Source {
  readonly findsWords = true;
  readonly #stems: readonly string[];
  /** All of them, ascending; undefined where they are too many. */
  #few: Promise<readonly number[] | undefined> | undefined;
  /** Whether the messages that were looked at last held the words often enough; undefined before the first look. */
  #isFrequent: boolean | undefined;

  constructor(stems: readonly string[]) {
    this.#stems = stems;
  }

  async page({ reader, heads }: Looking, page: IdPage): Promise<SourcePage> {
    const { ids, rest } = await this.#ids(reader, page);
    return { heads: await heads(ids), rest };
  }

  async glance(reader: Reader, page: IdPage, traits: Traits): Promise<Glances> {
    const { ids, rest } = await this.#ids(reader, page);
    return { glimpses: await lookAt(reader, ids, traits), rest };
  }

  /** The index is not asked for words that the last look found often: it would have to go over all who hold them. */
  async #ids(reader: Reader, page: IdPage): Promise<Ids> {
    const few = this.#isFrequent === false ? await this.#all(reader) : undefined;
    return few ? fromFew(few, page) : this.#nearest(reader, page);
  }

  #all(reader: Reader): Promise<readonly number[] | undefined> {
    this.#few ??= fewHolders(reader, this.#stems, MOST_FEW).then((ids) => ids?.sort((a, b) => a - b));
    return this.#few;
  }

  async #nearest(reader: Reader, page: IdPage): Promise<Ids> {
    const looks = this.#isFrequent ? Math.max(page.limit * 2, FIRST_LOOKS) : FIRST_LOOKS;
    const held = await holdersOfNearest(reader, this.#stems, { ...page, limit: looks });
    this.#isFrequent = held.ids.length >= looks * FREQUENT_SHARE;
    return cut(held, page);
  }
}

interface Ids {
  readonly ids: readonly number[];
  readonly rest: IdBounds | undefined;
}

/** The first of what was found; what lies behind it is looked for again. */
function cut({ ids, edge }: Held, page: IdPage): Ids {
  const { limit } = page;
  const last = ids[limit - 1];
  if (ids.length > limit && last !== undefined) {
    return { ids: ids.slice(0, limit), rest: restAfter(page, last) };
  }
  return { ids, rest: edge === undefined ? undefined : restAfter(page, edge) };
}

function fromFew(few: readonly number[], page: IdPage): Ids {
  const { direction, low, high, limit } = page;
  const within = few.filter((id) => id >= low && id < high);
  const ids = direction === 'older' ? within.slice(-limit).reverse() : within.slice(0, limit);
  const last = ids.at(-1);
  return {
    ids,
    rest: within.length <= limit || last === undefined ? undefined : restAfter(page, last),
  };
}
