// Locks of resumable uploads: one request at a time works on an upload, in order of arrival. A client whose connection
// broke asks again while its earlier request still waits for bytes, so a request that waits interrupts the one before it.

const GRACE_MILLISECONDS = 3000;

interface Turn {
  readonly interruption: AbortController;
  readonly ended: PromiseWithResolvers<void>;
}

export class UploadLocks {
  /** The last turn of each upload, which a new request waits for. */
  readonly #last = new Map<string, Turn>();
  readonly #graceMilliseconds: number;

  /** @param graceMilliseconds how long a request may continue while another waits */
  constructor(graceMilliseconds = GRACE_MILLISECONDS) {
    this.#graceMilliseconds = graceMilliseconds;
  }

  /**
   * Runs work once all earlier work on the upload has ended.
   * @param work gets a signal that tells it to stop receiving bytes, since another request waits
   */
  async run<T>(id: string, work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
    const earlier = this.#last.get(id);
    const turn: Turn = { interruption: new AbortController(), ended: Promise.withResolvers() };
    this.#last.set(id, turn);
    if (earlier) await this.#waitFor(earlier);
    try {
      return await work(turn.interruption.signal);
    } finally {
      if (this.#last.get(id) === turn) this.#last.delete(id);
      turn.ended.resolve();
    }
  }

  async #waitFor({ interruption, ended }: Turn): Promise<void> {
    const timer = setTimeout(() => interruption.abort(), this.#graceMilliseconds);
    await ended.promise;
    clearTimeout(timer);
  }
}
