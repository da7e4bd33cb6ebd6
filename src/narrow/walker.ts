// Walks one source for one narrow, in batches. Indexes filter first, so that few messages are read
// and then rejected.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageHead } from '../model/messages/message-row.ts';
import type { Direction, IdBounds } from '../stores/messages/range-store.ts';
import { matchesAmong } from '../stores/search/match-store.ts';
import type { PhraseFilter } from '../stores/search/phrase-filter.ts';
import type { Plan } from './plan.ts';
import type { Source, SourceContext } from './sources.ts';

/** Messages scanned in the first batch; each batch is twice as large as the one before. */
const FIRST_BATCH = 1000;
/** Messages read at once. */
const READ_AT_ONCE = 500;

/** Drops messages that do not match, of those already read. */
export type FilterHeads = (heads: readonly MessageHead[]) => Promise<readonly MessageHead[]>;

/** The purpose of a walk. */
export interface WalkTask {
  readonly context: SourceContext;
  readonly plan: Plan;
  readonly passing: FilterHeads;
  /** The longest phrase searched for. */
  readonly phrase: PhraseFilter | undefined;
  readonly direction: Direction;
  readonly wantedCount: number;
  /** The maximum number of messages scanned in one batch. */
  readonly maxBatchSize: number;
}

/** A walk through one source. */
export class Walker {
  /** In the direction's order. */
  readonly found: MessageHead[] = [];
  /** The ids not scanned yet; undefined at the end. */
  rest: IdBounds | undefined;
  /** Milliseconds taken, and ids covered. */
  milliseconds = 0;
  #covered = 0;
  readonly #source: Source;
  readonly #task: WalkTask;
  #batchSize: number;

  constructor(source: Source, task: WalkTask, bounds: IdBounds) {
    this.#source = source;
    this.#task = task;
    this.#batchSize = Math.min(FIRST_BATCH, task.maxBatchSize);
    this.rest = bounds.low < bounds.high ? bounds : undefined;
  }

  /** Whether nothing is left to do. */
  get isDone(): boolean {
    return this.rest === undefined || this.found.length >= this.#task.wantedCount;
  }

  /**
   * Its priority, lowest first: the walkers that cover the most ids per time get most of it, the
   * others a little.
   */
  get priority(): number {
    return this.milliseconds / (1 + this.#covered / (this.milliseconds + 1)) ** 2;
  }

  /** Scans the next batch. */
  async step(): Promise<void> {
    if (!this.rest) return;
    const startedAt = performance.now();
    const { context, plan, direction } = this.#task;
    const page = { direction, ...this.rest, limit: this.#batchSize };
    const { scanned, rest } = await this.#source.scan(context.reader, page, plan.traits);
    const inConversations = await plan.conversationFilter.passing(context.reader, scanned);
    await this.#read(
      await this.#withWords(inConversations.map(({ id }) => id)),
      rest && rest.low < rest.high ? rest : undefined,
    );
    this.#covered += distance(page) - distance(this.rest ?? { low: 0, high: 0 });
    this.#batchSize = Math.min(this.#batchSize * 2, this.#task.maxBatchSize);
    this.milliseconds += performance.now() - startedAt;
  }

  /**
   * Keeps the messages that contain the words, unless the source ensures that, and may contain the longest
   * phrase.
   */
  async #withWords(ids: readonly number[]): Promise<readonly number[]> {
    const { phrase } = this.#task;
    const { search } = this.#task.plan;
    if (!search) return ids;
    const { reader } = this.#task.context;
    const matching = this.#source.findsWords ? undefined : await matchesAmong(reader, search.stems, ids);
    const found = matching ? ids.filter((id) => matching.has(id)) : ids;
    return phrase ? phrase.candidates(reader, found) : found;
  }

  async #read(ids: readonly number[], rest: IdBounds | undefined): Promise<void> {
    const { context, passing, wantedCount: wanted } = this.#task;
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      if (at > 0) await nextTurn();
      this.found.push(...(await passing(await context.heads(ids.slice(at, at + READ_AT_ONCE)))));
      if (this.found.length >= wanted) {
        this.found.length = wanted;
        break;
      }
    }
    this.rest = rest;
  }
}

function distance({ low, high }: IdBounds): number {
  return high - low;
}
