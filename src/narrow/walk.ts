// How far one request may search: a short look is everybody's right; a long walk waits for its turn, and ends after a
// stated time or when nobody waits for its answer any more.

import { searchTooBroad } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { SearchSlots } from './search-slots.ts';

/** What a request allows its search. */
export interface WalkOptions {
  /** Whether somebody still waits for the answer. */
  readonly signal?: AbortSignal;
  /** Without them nobody waits for a turn. */
  readonly turns?: SearchSlots;
  /** Whose turns a visitor's are counted with, who has no account. */
  readonly visitorsOf?: string;
  /** Messages looked at before the walk begins, and at once while it goes on; its times. The limits by default. */
  readonly messagesBeforeWalk?: number;
  readonly messagesPerStretch?: number;
  readonly milliseconds?: number;
  readonly fruitlessMilliseconds?: number;
}

/** The walk of one request, over all searches that it takes. */
export class Walk {
  readonly messagesBefore: number;
  readonly messagesPerStretch: number;
  readonly #options: WalkOptions;
  readonly #person: string;
  #startedAt: number | undefined;
  #end: (() => void) | undefined;

  /** @param person whose turns are counted together */
  constructor(options: WalkOptions = {}, person = '') {
    this.#options = options;
    this.#person = person;
    this.messagesBefore = options.messagesBeforeWalk ?? limits.messagesBeforeWalk;
    this.messagesPerStretch = options.messagesPerStretch ?? limits.messagesPerStretch;
  }

  /** Waits for the turn of this request, once. */
  async begin(): Promise<void> {
    if (this.#startedAt !== undefined) return;
    this.#end = await this.#options.turns?.take(this.#person);
    this.#startedAt = performance.now();
  }

  /**
   * Whether the walk stops here; `hasFound` says whether there is something that its caller can go on from.
   * @throws 400 where the time is over and nothing was found
   */
  isOver(hasFound: boolean): boolean {
    const { signal, milliseconds, fruitlessMilliseconds } = this.#options;
    if (signal?.aborted) return true;
    const walked = performance.now() - (this.#startedAt ?? performance.now());
    if (hasFound) return walked >= (milliseconds ?? limits.walkMilliseconds);
    if (walked >= (fruitlessMilliseconds ?? limits.fruitlessWalkMilliseconds)) throw searchTooBroad();
    return false;
  }

  /** Gives the turn back. */
  end(): void {
    this.#end?.();
    this.#end = undefined;
  }
}
