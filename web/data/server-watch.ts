// Tracks whether the server can be reached, which the outcome of each call shows. After a failure this tab probes the
// server until it answers. It also notifies the other tabs, which then probe as well, since only one of them polls.

export interface ServerWatchOptions {
  /** Makes a small request. Its outcome is noted like that of any other call. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** Waits before the next probe. */
  readonly pause: () => Promise<void>;
  readonly onChange: (isReached: boolean) => void;
  /** Connects to the other tabs. */
  readonly channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

const PROBE_TIMEOUT_MILLISECONDS = 8000;

export class ServerWatch {
  readonly #options: ServerWatchOptions;
  #isReached = true;
  #lostAt = 0;
  #isProbing = false;
  #isProbingUntilReached = false;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
    options.channel.onmessage = () => void this.probe();
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /**
   * Notes whether a call was answered that was sent at the given time (`performance.now()`). The late answer to a
   * call from before the connection was lost does not show that it is back.
   */
  note(isReached: boolean, sentAt = performance.now()): void {
    const { onChange, channel, signal } = this.#options;
    if (isReached === this.#isReached || signal.aborted || (isReached && sentAt < this.#lostAt)) return;
    this.#isReached = isReached;
    if (!isReached) this.#lostAt = performance.now();
    onChange(isReached);
    if (isReached) return;
    channel.postMessage('lost');
    void this.#probeUntilReached();
  }

  /** Probes the server, unless a probe is running. An answer that takes too long counts as none. */
  async probe(): Promise<void> {
    if (this.#isProbing || this.#options.signal.aborted) return;
    this.#isProbing = true;
    const tooLong = AbortSignal.timeout(PROBE_TIMEOUT_MILLISECONDS);
    try {
      await this.#options.ask(AbortSignal.any([this.#options.signal, tooLong]));
    } catch {
      if (tooLong.aborted) this.note(false);
    } finally {
      this.#isProbing = false;
    }
  }

  /** Probes at once, since a single call may fail for other reasons, and again after each pause. */
  async #probeUntilReached(): Promise<void> {
    if (this.#isProbingUntilReached) return;
    this.#isProbingUntilReached = true;
    while (!this.#isReached && !this.#options.signal.aborted) {
      await this.probe();
      if (!this.#isReached) await this.#options.pause();
    }
    this.#isProbingUntilReached = false;
  }
}
