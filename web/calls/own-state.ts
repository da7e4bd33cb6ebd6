// Tells the server what this participant shows: one request at a time, and then the newest state.

import type { OwnState } from './call-server.ts';

export class OwnStateReport {
  readonly #send: (state: OwnState) => Promise<unknown>;
  #state: OwnState;
  #sent: OwnState;
  #sending: Promise<void> | undefined;
  /** Whether the server has a state of this device. */
  #isKnown = false;
  /** After an error the server may have the change or not. */
  #isCertain = true;

  constructor(state: OwnState, send: (state: OwnState) => Promise<unknown>) {
    this.#state = state;
    this.#sent = state;
    this.#send = send;
  }

  get state(): OwnState {
    return this.#state;
  }

  /** The server has this state. */
  confirm(state: OwnState): void {
    this.#sent = state;
    this.#isKnown = true;
    this.#isCertain = true;
  }

  /**
   * Resolves when the server has the change; if it refuses, the change is undone and the error thrown. But a microphone that
   * was switched off stays off, and the next change tells it. Before the server has confirmed a state, nothing is sent.
   */
  async change(change: Partial<OwnState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    if (!this.#isKnown) return;
    this.#sending ??= this.#sendAll();
    try {
      await this.#sending;
    } catch (error) {
      const { muted } = this.#state;
      for (const name of Object.keys(change) as (keyof OwnState)[])
        this.#state = { ...this.#state, [name]: this.#sent[name] };
      if (muted) this.#state = { ...this.#state, muted };
      throw error;
    }
  }

  async #sendAll(): Promise<void> {
    // What changes in one task is one request.
    await Promise.resolve();
    try {
      while (!this.#isCertain || !isSame(this.#state, this.#sent)) {
        const state = this.#state;
        this.#isCertain = false;
        await this.#send(state);
        this.#sent = state;
        this.#isCertain = true;
      }
    } finally {
      this.#sending = undefined;
    }
  }
}

function isSame(a: OwnState, b: OwnState): boolean {
  return a.muted === b.muted && a.camera === b.camera && a.screen === b.screen && a.hand === b.hand;
}
