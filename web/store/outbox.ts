// Messages on their way: kept before they are sent, sent in order, again and again until the server has answered. Each has
// a name of its own, under which the server takes it once, however often it comes.

import type { Destination } from '../lib/destination.ts';
import { Notices } from '../lib/notices.ts';

/** What the server says where it does not take a message; the words for it are found where it is shown. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface Outgoing {
  /** The `local_id` that it is sent under. */
  readonly id: string;
  readonly queueId: string;
  /** In milliseconds, by this computer's clock; no two of a browser's are the same. */
  readonly writtenAt: number;
  readonly destination: Destination;
  readonly content: string;
  /** Why the server does not take it; undefined while it is waiting or under way. */
  readonly problem?: Refusal | undefined;
  /** The server has it; it is shown until its message is. */
  readonly isSent?: true;
}

/** Where they are kept. */
export interface OutboxStore {
  all(): Promise<readonly Outgoing[]>;
  has(id: string): Promise<boolean>;
  put(outgoing: Outgoing): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface OutboxOptions {
  readonly store: OutboxStore;
  /** Sends one. Gives why it is refused; undefined where it was taken. Throws where nothing answers. */
  readonly send: (outgoing: Outgoing) => Promise<Refusal | undefined>;
  /** Waits until a message that was sent is shown as such, so that its place is never empty. */
  readonly untilShown?: (outgoing: Outgoing) => Promise<void>;
  /** Waits before another try, longer each time, or until the network is back. */
  readonly pause: (attempt: number) => Promise<void>;
  /** Runs something that only one tab does at a time. */
  readonly alone: (run: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #notices = new Notices<'entries'>();
  readonly #addListeners = new Set<(added: Outgoing) => void>();
  #entries: readonly Outgoing[] = [];
  #last = 0;
  #running: Promise<void> | undefined;
  #isWaiting = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** What has not arrived yet, the oldest first. */
  get entries(): readonly Outgoing[] {
    return this.#entries;
  }

  /** Nothing answered the last try: they wait for the network. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  onChange(listener: () => void): () => void {
    return this.#notices.listen('entries', listener);
  }

  /** Calls the listener with each message that is sent from this page; not with those that an earlier page left. */
  onAdd(listener: (added: Outgoing) => void): () => void {
    this.#addListeners.add(listener);
    return () => void this.#addListeners.delete(listener);
  }

  /** Takes up what was left by pages that are closed. */
  async open(): Promise<void> {
    const left = await this.#options.store.all();
    const known = new Set(this.#entries.map(({ id }) => id));
    this.#set([...left.filter(({ id }) => !known.has(id)), ...this.#entries]);
    this.#run();
  }

  /** Sends a message; resolves when it is kept, so that closing the page loses nothing. */
  async add(queueId: string, destination: Destination, content: string): Promise<void> {
    this.#last = Math.max(this.#last + 1, this.#options.now());
    const writtenAt = this.#last;
    const id = `${writtenAt}.${Math.random().toString(36).slice(2, 10)}`;
    const outgoing: Outgoing = { id, queueId, writtenAt, destination, content };
    this.#set([...this.#entries, outgoing]);
    for (const listener of [...this.#addListeners]) listener(outgoing);
    await this.#options.store.put(outgoing);
    this.#run();
  }

  /** Tries one again that was refused. */
  async retry(id: string): Promise<void> {
    const entry = this.#entries.find((one) => one.id === id);
    if (!entry) return;
    await this.#change({ ...entry, problem: undefined });
    this.#run();
  }

  /** Takes one out, as when it is written anew, or has arrived. */
  async remove(id: string): Promise<void> {
    if (!this.#entries.some((one) => one.id === id)) return;
    this.#set(this.#entries.filter((one) => one.id !== id));
    await this.#options.store.remove(id);
  }

  #set(entries: readonly Outgoing[]): void {
    this.#entries = entries.toSorted((a, b) => a.writtenAt - b.writtenAt);
    this.#notices.tell('entries');
  }

  async #change(entry: Outgoing): Promise<void> {
    this.#set(this.#entries.map((one) => (one.id === entry.id ? entry : one)));
    await this.#options.store.put(entry);
  }

  /** Nobody sends it again; it stays in sight until its message has come. */
  async #sent(entry: Outgoing): Promise<void> {
    const { untilShown } = this.#options;
    if (untilShown) {
      this.#set(this.#entries.map((one) => (one.id === entry.id ? { ...entry, isSent: true } : one)));
      await this.#options.store.remove(entry.id);
      void untilShown(entry).then(() => this.remove(entry.id));
    } else {
      await this.remove(entry.id);
    }
  }

  #wait(isWaiting: boolean): void {
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#notices.tell('entries');
  }

  #run(): void {
    this.#running ??= this.#options
      .alone(() => this.#sendAll())
      .finally(() => {
        this.#running = undefined;
        // What was added in the last moment.
        if (this.#next()) this.#run();
      });
  }

  #next(): Outgoing | undefined {
    return this.#entries.find(({ problem, isSent }) => problem === undefined && !isSent);
  }

  async #sendAll(): Promise<void> {
    for (let attempt = 0; ; ) {
      const entry = this.#next();
      if (!entry) return;
      // Another tab has sent it meanwhile, or its person has taken it back there.
      if (!(await this.#options.store.has(entry.id))) {
        this.#set(this.#entries.filter(({ id }) => id !== entry.id));
        continue;
      }
      try {
        const problem = await this.#options.send(entry);
        this.#wait(false);
        if (problem === undefined) await this.#sent(entry);
        else await this.#change({ ...entry, problem });
        attempt = 0;
      } catch {
        this.#wait(true);
        await this.#options.pause(attempt++);
      }
    }
  }
}
