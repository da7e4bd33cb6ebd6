// Tells others that one is writing to them: at the first key, again while it goes on, and that it has ended.

import { type Destination, isSameDestination } from '../lib/destination.ts';

export interface TypingNoticeOptions {
  readonly tell: (op: 'start' | 'stop', destination: Destination) => void;
  readonly later: (run: () => void, milliseconds: number) => () => void;
  readonly now: () => number;
  /** In milliseconds: how often it is said again, and after which pause it has ended. */
  readonly startedWait: number;
  readonly stoppedWait: number;
}

export class TypingNotice {
  readonly #options: TypingNoticeOptions;
  #told: { readonly destination: Destination; readonly at: number } | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: TypingNoticeOptions) {
    this.#options = options;
  }

  /** Somebody pressed a key. */
  typed(destination: Destination): void {
    const { now, startedWait, stoppedWait, later, tell } = this.#options;
    if (this.#told && !isSameDestination(this.#told.destination, destination)) this.stop();
    if (!this.#told || now() - this.#told.at >= startedWait) {
      this.#told = { destination, at: now() };
      tell('start', destination);
    }
    this.#cancel?.();
    this.#cancel = later(() => this.stop(), stoppedWait);
  }

  /** It was sent, left or emptied. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#told) this.#options.tell('stop', this.#told.destination);
    this.#told = undefined;
  }
}
