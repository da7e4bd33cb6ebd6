// Limits how far one request may search. A short walk is always allowed. A long one waits for a slot, and
// ends after a fixed time or when the client has disconnected.

import { searchTooBroad } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { SearchSlots } from './search-slots.ts';

/** How far a request may search. */
export interface WalkOptions {
  /** Aborted when the client no longer waits for the response. */
  readonly signal?: AbortSignal;
  /** The slots that walks wait for; without them, walks do not wait. */
  readonly slots?: SearchSlots;
  /** The network that walks of an anonymous viewer are counted under. */
  readonly anonymousNetwork?: string;
  /**
   * Messages scanned before the walk begins, and in each batch of it; and its time limits. Defaults are in `limits`.
   */
  readonly messagesBeforeWalk?: number;
  readonly messagesPerWalkBatch?: number;
  readonly milliseconds?: number;
  readonly fruitlessMilliseconds?: number;
}

/** The walk of one request, across all of its searches. */
export class Walk {
  readonly messagesBefore: number;
  readonly messagesPerWalkBatch: number;
  readonly #options: WalkOptions;
  readonly #person: string;
  #startedAt: number | undefined;
  #release: (() => void) | undefined;

  /** @param person whose walks are counted together */
  constructor(options: WalkOptions = {}, person = '') {
    this.#options = options;
    this.#person = person;
    this.messagesBefore = options.messagesBeforeWalk ?? limits.messagesBeforeWalk;
    this.messagesPerWalkBatch = options.messagesPerWalkBatch ?? limits.messagesPerWalkBatch;
  }

  /** Waits for a slot, once per request. */
  async begin(): Promise<void> {
    if (this.#startedAt !== undefined) return;
    this.#release = await this.#options.slots?.acquire(this.#person);
    this.#startedAt = performance.now();
  }

  /**
   * Whether the walk must stop; `hasFound` is true if there are results that the client can continue from.
   * @throws 400 if the time is over and nothing was found
   */
  isOver(hasFound: boolean): boolean {
    const { signal, milliseconds, fruitlessMilliseconds } = this.#options;
    if (signal?.aborted) return true;
    const walked = performance.now() - (this.#startedAt ?? performance.now());
    if (hasFound) return walked >= (milliseconds ?? limits.walkMilliseconds);
    if (walked >= (fruitlessMilliseconds ?? limits.fruitlessWalkMilliseconds)) throw searchTooBroad();
    return false;
  }

  /** Releases the slot. */
  end(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
