// The state that the browser keeps between visits, with its place in the event queue: opening the client again goes on
// from there and asks for nothing that is known already. After a day a new registration takes its place all the same, so
// that nothing that went wrong stays wrong for long.

import { readRecord, writeRecord } from './database.ts';
import type { Held } from './place.ts';

/** To be raised when what is kept, or what is registered for, has another shape. */
const FORM = 1;
const RECORD = 'state';
const A_DAY_MILLISECONDS = 86_400_000;
/** So long after a change it is written, with all that changed meanwhile. */
const WRITE_AFTER_MILLISECONDS = 5000;

interface Kept extends Held {
  readonly form: number;
  /** When the queue was registered, by this computer's clock. */
  readonly since: number;
}

export class KeptState {
  #since = Date.now();
  #queueId = '';
  #latest: (() => Held) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What was kept; undefined where there is nothing, or it is too old. */
  async read(): Promise<Held | undefined> {
    const kept = (await readRecord(RECORD)) as Kept | undefined;
    if (kept?.form !== FORM) return undefined;
    // Without a network something old is better than nothing.
    const isOld = Math.abs(Date.now() - kept.since) > A_DAY_MILLISECONDS;
    if (isOld && navigator.onLine !== false) return undefined;
    this.#since = kept.since;
    this.#queueId = kept.place.queueId;
    return { state: kept.state, place: kept.place };
  }

  /** Something changed: it is kept soon. */
  note(held: () => Held): void {
    this.#latest = held;
    this.#timer ??= setTimeout(() => this.write(), WRITE_AFTER_MILLISECONDS);
  }

  /** Keeps what changed, at once. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = this.#latest?.();
    if (!held) return;
    this.#latest = undefined;
    if (held.place.queueId !== this.#queueId) {
      this.#queueId = held.place.queueId;
      this.#since = Date.now();
    }
    void writeRecord(RECORD, { form: FORM, since: this.#since, ...held } satisfies Kept);
  }
}
