// Runs a plan: takes pages from its source and keeps what passes the tests, until there is enough or nothing
// more. How the messages look to the person is remembered, since the answer needs it again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PersonalView, personalViews } from '../model/messages/personal-flags.ts';
import type { Direction, IdBounds } from '../model/messages/range-store.ts';
import { headsInOrder, type MessageHead } from '../model/messages/store.ts';
import type { Reader } from '../storage/session.ts';
import type { Plan } from './plan.ts';
import type { Searcher } from './scope.ts';
import type { Looking } from './sources.ts';

const MIN_PAGE = 64;
const MAX_PAGE = 2000;

export class Search {
  readonly #reader: Reader;
  readonly #looking: Looking;
  readonly #searcher: Searcher;
  readonly #plan: Plan;
  readonly #views = new Map<number, PersonalView>();

  constructor(reader: Reader, searcher: Searcher, plan: Plan) {
    this.#reader = reader;
    const { heads } = searcher.state;
    // A unit of work sees what no cache can know yet.
    const isUnit = 'nextSequence' in reader;
    this.#looking = {
      reader,
      heads: (ids) => (isUnit ? headsInOrder(reader, ids) : heads.heads(reader, ids)),
    };
    this.#searcher = searcher;
    this.#plan = plan;
  }

  /** The matches nearest to the end that the direction begins at, at most `wanted`, in the direction's order. */
  async nearest(direction: Direction, bounds: IdBounds, wanted: number): Promise<MessageHead[]> {
    const found: MessageHead[] = [];
    let rest: IdBounds | undefined = bounds;
    let size = this.#plan.isExact ? wanted : Math.min(Math.max(wanted, MIN_PAGE), MAX_PAGE);
    while (rest && rest.low < rest.high && found.length < wanted) {
      const page = await this.#plan.source.page(this.#looking, direction, rest, size);
      for (const head of await this.#passing(page.heads)) {
        found.push(head);
        if (found.length === wanted) return found;
      }
      rest = page.rest;
      size = Math.min(size * 2, MAX_PAGE);
      // A long search takes turns with other requests.
      if (rest) await nextTurn();
    }
    return found;
  }

  async #passing(heads: readonly MessageHead[]): Promise<readonly MessageHead[]> {
    const { tests } = this.#plan;
    let passing =
      tests.heads.length === 0 ? heads : heads.filter((head) => tests.heads.every((test) => test(head)));
    if (tests.views.length > 0 && passing.length > 0) {
      const views = await this.views(passing);
      passing = passing.filter((head) => {
        const view = views.get(head.id);
        return view !== undefined && tests.views.every((test) => test(view));
      });
    }
    for (const test of tests.batches) {
      if (passing.length === 0) break;
      passing = await test(this.#reader, passing);
    }
    return passing;
  }

  /** How messages look to the person; empty for visitors. */
  async views(heads: readonly MessageHead[]): Promise<ReadonlyMap<number, PersonalView>> {
    const { account, subscriptions } = this.#searcher;
    if (!account) return this.#views;
    const missing = heads.filter((head) => !this.#views.has(head.id));
    if (missing.length > 0) {
      const fresh = await personalViews(this.#reader, account, subscriptions, missing);
      for (const [id, view] of fresh) this.#views.set(id, view);
    }
    return this.#views;
  }
}
