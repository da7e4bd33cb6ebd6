// Runs a plan: takes pages from its most promising source and keeps what passes the tests, until there are
// enough matches or no more messages. If the tests reject nearly everything, the source is not walked to its
// end alone: all suitable sources are walked in turns, and the first to finish has the answer. So a search
// costs a small multiple of its shortest source, without knowing in advance which one that is.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageHead } from '../model/messages/message-row.ts';
import type { Requester } from '../queries/requester.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { newestMessageId } from '../stores/conversations/newest-id.ts';
import type { Direction, IdBounds } from '../stores/messages/range-store.ts';
import { type PersonalView, personalViews } from '../stores/read-state/personal-flags.ts';
import { matchesAmong } from '../stores/search/match-store.ts';
import { PhraseFilter } from '../stores/search/phrase-filter.ts';
import type { Plan } from './plan.ts';
import { intersectBounds } from './sent-bounds.ts';
import type { Source, SourceContext } from './sources.ts';
import type { Walk } from './walk.ts';
import { Walker, type WalkTask } from './walker.ts';

/** Messages taken from a source at once, if tests reject some of them. */
const MIN_PAGE = 64;
const MAX_PAGE = 2000;
/** The time in milliseconds that the running walkers take before another source is added. */
const MILLISECONDS_BETWEEN_SOURCES = 25;
/** A source is good while at least one in this many messages passes. */
const SCANNED_PER_MATCH = 8;

/** The result of a search. */
export interface Nearest {
  /** In the direction's order. */
  readonly heads: MessageHead[];
  /** Whether there are no further matches, if there are fewer than requested. */
  readonly isAll: boolean;
}

/** The matches in the pages that are read before the walk, and the rest of the source. */
interface NearbyMatches {
  readonly heads: MessageHead[];
  readonly rest: IdBounds | undefined;
}

/** Runs one plan for one requester. */
export class Search {
  readonly reader: Reader;
  readonly #context: SourceContext;
  readonly #requester: Requester;
  readonly #plan: Plan;
  readonly #walk: Walk;
  #views = new Map<number, PersonalView>();

  constructor(searcher: Requester, plan: Plan, walk: Walk) {
    this.#walk = walk;
    const { reader, state } = searcher;
    this.reader = reader;
    this.#context = { reader, heads: (ids) => state.heads.heads(reader, ids) };
    this.#requester = searcher;
    this.#plan = plan;
  }

  /**
   * The matches nearest to the end where the direction begins, at most `wanted`. Fewer if a walk takes too
   * long and has found something that the client can continue from.
   * @throws 400 if it takes too long and has found nothing, 429 if too many walks of the account wait
   */
  async nearest(direction: Direction, bounds: IdBounds, wanted: number): Promise<Nearest> {
    const searched = intersectBounds(bounds, this.#plan.bounds);
    if (searched.low === searched.high) return { heads: [], isAll: true };
    const sources = this.#plan.sources();
    const first = await sources.next();
    if (first.done) return { heads: [], isAll: true };
    const { heads, rest } = await this.#searchNearby(first.value, direction, searched, wanted);
    if (!rest) return { heads, isAll: heads.length < wanted };
    if (heads.length >= wanted) return { heads, isAll: false };
    const start = direction === 'older' ? bounds.high - 1 : bounds.low;
    const [longest] = [...(this.#plan.search?.phrases ?? [])].sort((a, b) => b.length - a.length);
    const task: WalkTask = {
      context: this.#context,
      plan: this.#plan,
      passing: (candidates) => this.#passing(candidates),
      phrase: longest === undefined ? undefined : new PhraseFilter(longest),
      direction,
      wantedCount: wanted - heads.length,
      maxBatchSize: this.#walk.messagesPerWalkBatch,
    };
    const hasMoved = heads.length > 0 && heads.at(-1)?.id !== start;
    // Ids beyond the last message do not count as distance to cover.
    const end = { low: rest.low, high: Math.min(rest.high, (await newestMessageId(this.reader)) + 1) };
    const walked = await this.#race(first.value, sources, task, { bounds: end, hasMoved, start });
    return { heads: [...heads, ...walked.heads], isAll: walked.isAll };
  }

  /** Takes pages from a source while they yield enough matches. */
  async #searchNearby(
    source: Source,
    direction: Direction,
    bounds: IdBounds,
    wanted: number,
  ): Promise<NearbyMatches> {
    const heads: MessageHead[] = [];
    const { isExact, search } = this.#plan;
    let size = isExact ? wanted : Math.min(Math.max(wanted, MIN_PAGE), MAX_PAGE);
    let rest: IdBounds | undefined = bounds;
    for (let scanned = 0; rest && heads.length < wanted; ) {
      if (scanned >= this.#walk.messagesBefore && heads.length * SCANNED_PER_MATCH < scanned) break;
      const page = await source.page(this.#context, { direction, ...rest, limit: size });
      const withWords =
        search && !source.findsWords ? await this.#withWords(page.heads, search.stems) : page.heads;
      for (const head of await this.#passing(withWords)) {
        heads.push(head);
        if (heads.length === wanted) return { heads, rest };
      }
      scanned += size;
      rest = page.rest && page.rest.low < page.rest.high ? page.rest : undefined;
      size = Math.min(size * 2, MAX_PAGE);
      // A long search lets other requests run in between.
      if (rest) await nextTurn();
    }
    return { heads, rest };
  }

  /** Walks all sources in turns until one is done. */
  async #race(
    first: Source,
    others: AsyncGenerator<Source>,
    task: WalkTask,
    range: { readonly bounds: IdBounds; readonly hasMoved: boolean; readonly start: number },
  ): Promise<Nearest> {
    await this.#walk.begin();
    const walkers = [new Walker(first, task, range.bounds)];
    for (;;) {
      const walker = walkers.reduce((next, other) => (other.priority < next.priority ? other : next));
      await walker.step();
      if (walker.isDone) return { heads: walker.found, isAll: walker.found.length < task.wantedCount };
      await nextTurn();
      const best = walkers.reduce((most, other) => (other.found.length > most.found.length ? other : most));
      const hasMoved = range.hasMoved || (best.found.length > 0 && best.found.at(-1)?.id !== range.start);
      if (this.#walk.isOver(hasMoved)) return { heads: best.found, isAll: false };
      const took = walkers.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      if (took < walkers.length * MILLISECONDS_BETWEEN_SOURCES) continue;
      const next = await others.next();
      if (next.done) continue;
      await next.value.prepare?.(this.reader);
      walkers.push(new Walker(next.value, task, range.bounds));
    }
  }

  async #withWords(heads: readonly MessageHead[], stems: readonly string[]): Promise<readonly MessageHead[]> {
    const ids = heads.map((head) => head.id);
    const matching = await matchesAmong(this.reader, stems, ids);
    return heads.filter((head) => matching.has(head.id));
  }

  async #passing(heads: readonly MessageHead[]): Promise<readonly MessageHead[]> {
    const { tests } = this.#plan;
    let passing = heads.filter(
      (head) => tests.conversations.every((test) => test(head)) && tests.heads.every((test) => test(head)),
    );
    if (tests.views.length > 0) {
      const views = await this.views(passing);
      passing = passing.filter((head) => {
        const view = views.get(head.id);
        return view !== undefined && tests.views.every((test) => test(view));
      });
    }
    let found: readonly MessageHead[] = passing;
    for (const test of tests.batches) {
      if (found.length === 0) break;
      found = await test(this.reader, found);
    }
    return found;
  }

  /** The account's views of messages; empty for anonymous viewers. */
  async views(heads: readonly MessageHead[]): Promise<ReadonlyMap<number, PersonalView>> {
    const { account, subscriptions } = this.#requester;
    if (!account) return this.#views;
    const missing = heads.filter((head) => !this.#views.has(head.id));
    if (missing.length > 0) {
      const missingViews = await personalViews(this.reader, account, subscriptions, missing);
      if (this.#views.size === 0) this.#views = missingViews;
      else for (const [id, view] of missingViews) this.#views.set(id, view);
    }
    return this.#views;
  }
}
