// Sends typing notifications: at the first key, again while typing continues, and when it ends.

import { type Destination, isSameDestination } from '../lib/destination.ts';

export interface TypingNotifierOptions {
  readonly send: (op: 'start' | 'stop', destination: Destination) => void;
  readonly schedule: (run: () => void, milliseconds: number) => () => void;
  readonly now: () => number;
  /** The milliseconds between repeated notifications, and the pause after which typing has ended. */
  readonly startedWait: number;
  readonly stoppedWait: number;
}

export class TypingNotifier {
  readonly #options: TypingNotifierOptions;
  #sent: { readonly destination: Destination; readonly at: number } | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: TypingNotifierOptions) {
    this.#options = options;
  }

  /** Called at each key press. */
  onTyped(destination: Destination): void {
    const { now, startedWait, stoppedWait, schedule, send } = this.#options;
    if (this.#sent && !isSameDestination(this.#sent.destination, destination)) this.stop();
    if (!this.#sent || now() - this.#sent.at >= startedWait) {
      this.#sent = { destination, at: now() };
      send('start', destination);
    }
    this.#cancel?.();
    this.#cancel = schedule(() => this.stop(), stoppedWait);
  }

  /** Called when the message is sent or emptied, or the viewer leaves the composer. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#sent) this.#options.send('stop', this.#sent.destination);
    this.#sent = undefined;
  }
}
