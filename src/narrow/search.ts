// Runs a plan: takes pages from its source and keeps what passes the tests, until there is enough or nothing
// more. How the messages look to the person is remembered, since the answer needs it again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../contract/limits.ts';
import { type PersonalView, personalViews } from '../model/messages/personal-flags.ts';
import type { Direction, IdBounds } from '../model/messages/range-store.ts';
import { headsInOrder, type MessageHead } from '../model/messages/store.ts';
import type { Reader } from '../storage/session.ts';
import type { Plan } from './plan.ts';
import type { Searcher } from './scope.ts';
import type { Looking } from './sources.ts';

/** Messages that are taken from a source at once, where tests leave some of them out. */
const MIN_PAGE = 64;
const MAX_PAGE = 2000;

/** How far one search may go. */
export interface Walk {
  /** Whether somebody still waits for the answer. */
  readonly signal?: AbortSignal;
  /** Messages; `limits.messagesPerWalk` by default. */
  readonly mostLookedAt?: number;
}

/** What a search found. */
export interface Nearest {
  /** In the direction's order. */
  readonly heads: MessageHead[];
  /** Whether there are no more, where there are fewer than were wanted. */
  readonly isAll: boolean;
}

/** One plan being run for one person. */
export class Search {
  readonly #reader: Reader;
  readonly #looking: Looking;
  readonly #searcher: Searcher;
  readonly #plan: Plan;
  readonly #walk: Walk;
  readonly #views = new Map<number, PersonalView>();

  constructor(reader: Reader, searcher: Searcher, plan: Plan, walk: Walk = {}) {
    this.#walk = walk;
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

  /**
   * The matches nearest to the end that the direction begins at, at most `wanted`. A long walk stops once it has found
   * anything, and whoever asked goes on from there; one that has found nothing would leave them nowhere to go on from.
   */
  async nearest(direction: Direction, bounds: IdBounds, wanted: number): Promise<Nearest> {
    const heads: MessageHead[] = [];
    let rest: IdBounds | undefined = bounds;
    let size = this.#plan.isExact ? wanted : Math.min(Math.max(wanted, MIN_PAGE), MAX_PAGE);
    for (let lookedAt = 0; rest && rest.low < rest.high && heads.length < wanted; ) {
      if (this.#isFar(lookedAt, heads.length)) return { heads, isAll: false };
      const page = await this.#plan.source.page(this.#looking, direction, rest, size);
      for (const head of await this.#passing(page.heads)) {
        heads.push(head);
        if (heads.length === wanted) return { heads, isAll: false };
      }
      lookedAt += size;
      rest = page.rest;
      size = Math.min(size * 2, MAX_PAGE);
      // A long search takes turns with other requests.
      if (rest) await nextTurn();
    }
    return { heads, isAll: true };
  }

  #isFar(lookedAt: number, found: number): boolean {
    if (lookedAt < (this.#walk.mostLookedAt ?? limits.messagesPerWalk)) return false;
    return found > 0 || this.#walk.signal?.aborted === true;
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
