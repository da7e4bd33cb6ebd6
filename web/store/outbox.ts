// The outbox: messages are stored before they are sent, sent in order, and retried until the server has
// answered. Each has an id of its own, by which the server accepts it only once, however often it is sent.

import type { Destination } from '../lib/destination.ts';
import { Emitter } from '../lib/emitter.ts';

/** The server's error for a message; its text is chosen where it is shown. */
export interface SendError {
  readonly code: string;
  readonly message: string;
}

export interface OutgoingMessage {
  /** The `local_id` it is sent with. */
  readonly id: string;
  readonly queueId: string;
  /** In milliseconds, by this computer's clock; unique within the browser. */
  readonly writtenAt: number;
  readonly destination: Destination;
  readonly content: string;
  /** Why the server did not accept it; undefined while it is pending. */
  readonly problem?: SendError | undefined;
  /** The server has it; it stays visible until the message itself is. */
  readonly isSent?: true;
}

/** Where outgoing messages are stored. */
export interface OutboxStore {
  all(): Promise<readonly OutgoingMessage[]>;
  has(id: string): Promise<boolean>;
  put(outgoing: OutgoingMessage): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface OutboxOptions {
  readonly store: OutboxStore;
  /** Sends one. Returns the error, or undefined if the message was accepted. Throws if the server cannot be reached. */
  readonly send: (outgoing: OutgoingMessage) => Promise<SendError | undefined>;
  /** Waits until a sent message is displayed, so that no gap appears in between. */
  readonly untilShown?: (outgoing: OutgoingMessage) => Promise<void>;
  /** Waits before the next attempt: longer each time, or until the network is back. */
  readonly pause: (attempt: number) => Promise<void>;
  /** Runs something that only one tab may do at a time. */
  readonly withLock: (run: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #notices = new Emitter<'entries'>();
  readonly #addListeners = new Set<(added: OutgoingMessage) => void>();
  #entries: readonly OutgoingMessage[] = [];
  #lastWrittenAt = 0;
  #running: Promise<void> | undefined;
  #isWaiting = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** The messages that have not arrived yet, oldest first. */
  get entries(): readonly OutgoingMessage[] {
    return this.#entries;
  }

  /** Whether the last attempt could not reach the server. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  onChange(listener: () => void): () => void {
    return this.#notices.listen('entries', listener);
  }

  /** Calls the listener with each message sent from this page, but not with those left by an earlier page. */
  onAdd(listener: (added: OutgoingMessage) => void): () => void {
    this.#addListeners.add(listener);
    return () => void this.#addListeners.delete(listener);
  }

  /** Loads what closed pages have left. */
  async open(): Promise<void> {
    const storedMessages = await this.#options.store.all();
    const entryIds = new Set(this.#entries.map(({ id }) => id));
    this.#set([...storedMessages.filter(({ id }) => !entryIds.has(id)), ...this.#entries]);
    this.#run();
  }

  /** Sends a message; resolves when it is stored, so that closing the page loses nothing. */
  async add(queueId: string, destination: Destination, content: string): Promise<void> {
    this.#lastWrittenAt = Math.max(this.#lastWrittenAt + 1, this.#options.now());
    const writtenAt = this.#lastWrittenAt;
    const id = `${writtenAt}.${Math.random().toString(36).slice(2, 10)}`;
    const outgoing: OutgoingMessage = { id, queueId, writtenAt, destination, content };
    this.#set([...this.#entries, outgoing]);
    for (const listener of [...this.#addListeners]) listener(outgoing);
    await this.#options.store.put(outgoing);
    this.#run();
  }

  /** Retries a refused message. */
  async retry(id: string): Promise<void> {
    const entry = this.#entries.find((entry) => entry.id === id);
    if (!entry) return;
    await this.#change({ ...entry, problem: undefined });
    this.#run();
  }

  /** Removes a message, because it arrived or is being rewritten. */
  async remove(id: string): Promise<void> {
    if (!this.#entries.some((entry) => entry.id === id)) return;
    this.#set(this.#entries.filter((entry) => entry.id !== id));
    await this.#options.store.remove(id);
  }

  #set(entries: readonly OutgoingMessage[]): void {
    this.#entries = entries.toSorted((a, b) => a.writtenAt - b.writtenAt);
    this.#notices.emit('entries');
  }

  async #change(entry: OutgoingMessage): Promise<void> {
    this.#set(this.#entries.map((present) => (present.id === entry.id ? entry : present)));
    await this.#options.store.put(entry);
  }

  /** It is not sent again, but stays visible until its message arrives. */
  async #markSent(entry: OutgoingMessage): Promise<void> {
    const { untilShown } = this.#options;
    if (untilShown) {
      this.#set(this.#entries.map((one) => (one.id === entry.id ? { ...entry, isSent: true } : one)));
      await this.#options.store.remove(entry.id);
      void untilShown(entry).then(() => this.remove(entry.id));
    } else {
      await this.remove(entry.id);
    }
  }

  #setWaiting(isWaiting: boolean): void {
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#notices.emit('entries');
  }

  #run(): void {
    this.#running ??= this.#options
      .withLock(() => this.#sendAll())
      .finally(() => {
        this.#running = undefined;
        // Something may have been added at the last moment.
        if (this.#next()) this.#run();
      });
  }

  #next(): OutgoingMessage | undefined {
    return this.#entries.find(({ problem, isSent }) => problem === undefined && !isSent);
  }

  async #sendAll(): Promise<void> {
    for (let attempt = 0; ; ) {
      const entry = this.#next();
      if (!entry) return;
      // Another tab has sent or removed the message meanwhile.
      if (!(await this.#options.store.has(entry.id))) {
        this.#set(this.#entries.filter(({ id }) => id !== entry.id));
        continue;
      }
      try {
        const problem = await this.#options.send(entry);
        this.#setWaiting(false);
        if (problem === undefined) await this.#markSent(entry);
        else await this.#change({ ...entry, problem });
        attempt = 0;
      } catch {
        this.#setWaiting(true);
        await this.#options.pause(attempt++);
      }
    }
  }
}
