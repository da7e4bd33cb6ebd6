// Tells the server what this participant shows: one request at a time, and then the newest state.

import type { OwnState } from './call-server.ts';

export class OwnStateReport {
  readonly #send: (state: OwnState) => Promise<unknown>;
  #state: OwnState;
  #sent: OwnState;
  #sending: Promise<void> | undefined;
  /** Whether the server has a state of this device. */
  #isKnown = false;

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
  }

  /**
   * Resolves when the server has the change; if it refuses, the change is undone and the error thrown. Before the server
   * has confirmed a state, nothing is sent.
   */
  async change(change: Partial<OwnState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    if (!this.#isKnown) return;
    this.#sending ??= this.#sendAll();
    try {
      await this.#sending;
    } catch (error) {
      for (const name of Object.keys(change) as (keyof OwnState)[])
        this.#state = { ...this.#state, [name]: this.#sent[name] };
      throw error;
    }
  }

  async #sendAll(): Promise<void> {
    // What changes in one task is one request.
    await Promise.resolve();
    try {
      while (!isSame(this.#state, this.#sent)) {
        const state = this.#state;
        await this.#send(state);
        this.#sent = state;
      }
    } finally {
      this.#sending = undefined;
    }
  }
}

function isSame(a: OwnState, b: OwnState): boolean {
  return a.muted === b.muted && a.camera === b.camera && a.screen === b.screen && a.hand === b.hand;
}
