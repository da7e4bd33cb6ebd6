// Whether the server answers. Any call may find that out. Where one is not answered, the server is asked again until it
// answers, and the other tabs, of which only one polls, ask for themselves.

export interface ServerWatchOptions {
  /** Asks the server for something small. Its outcome is noted like that of any other call. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** Waits before the server is asked again. */
  readonly pause: () => Promise<void>;
  readonly onChange: (isReached: boolean) => void;
  /** To the other tabs. */
  readonly channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

const PATIENCE_MILLISECONDS = 8000;

export class ServerWatch {
  readonly #options: ServerWatchOptions;
  #isReached = true;
  #isAsking = false;
  #isLooking = false;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
    options.channel.onmessage = () => void this.look();
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** Notes whether a call was answered. */
  note(isReached: boolean): void {
    const { onChange, channel, signal } = this.#options;
    if (isReached === this.#isReached || signal.aborted) return;
    this.#isReached = isReached;
    onChange(isReached);
    if (isReached) return;
    channel.postMessage('lost');
    void this.#lookUntilReached();
  }

  /** Asks the server, unless that is under way. An answer that takes too long is none. */
  async look(): Promise<void> {
    if (this.#isAsking || this.#options.signal.aborted) return;
    this.#isAsking = true;
    const tooLong = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    try {
      await this.#options.ask(AbortSignal.any([this.#options.signal, tooLong]));
    } catch {
      if (tooLong.aborted) this.note(false);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Asks at once, since one call may fail by itself, and then again after each pause. */
  async #lookUntilReached(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (!this.#isReached && !this.#options.signal.aborted) {
      await this.look();
      if (!this.#isReached) await this.#options.pause();
    }
    this.#isLooking = false;
  }
}
