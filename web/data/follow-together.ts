// All tabs of a browser follow one event queue: a browser keeps few connections to a server, and a seventh tab with a poll
// of its own would load nothing any more. One tab, the leader, polls; it is whoever holds a lock, which the next tab gets
// when the leader closes or crashes. After the leader has taken a step in it tells the others, each of which folds for
// itself. A tab that opens asks the leader for the state; one that has missed something, as a tab that slept has, asks
// again. Whoever becomes leader goes on from the place that it has reached itself, so nothing is lost and nothing comes twice.

import type { ApiEvent, QueuePlace } from '../../client/event-stream.ts';
import { placeOf, type Step } from '../../client/follow-organization.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { Mailbox } from './mailbox.ts';
import { type Held, snapshotOf } from './place.ts';

/** What tabs say to each other. */
type Word =
  | { readonly kind: 'what is the state?' }
  /** From the leader: to whoever asked, and to all when there is a new one. */
  | { readonly kind: 'state'; readonly held: Held; readonly isNew: boolean }
  /** `after` is the id of the event before it. */
  | { readonly kind: 'event'; readonly queueId: string; readonly after: number; readonly event: ApiEvent }
  | { readonly kind: 'logged out' };

/** As `BroadcastChannel`. */
export interface Channel {
  onmessage: ((message: { readonly data: Word }) => void) | null;
  postMessage(word: Word): void;
  close(): void;
}

/** As `navigator.locks`. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
}

export interface TogetherOptions {
  readonly locks: Locks;
  readonly openChannel: (name: string) => Channel;
  /** The state as the tab holds it, once it has taken in every step that it was given. */
  readonly state: () => State;
  /** What was kept when the browser was last closed. */
  readonly kept: () => Promise<Held | undefined>;
  /** Whether what was kept is surely that of whoever is logged in; else the server is asked whether the queue is theirs. */
  readonly isOwn: (held: Held) => boolean;
  /** Whether a queue is there, and this person's. Throws a refusal of the session; where nothing answers it may be. */
  readonly isAlive: (place: QueuePlace, signal: AbortSignal) => Promise<boolean>;
  /** Polls: from a place, or from a registration. */
  readonly poll: (signal: AbortSignal, from: QueuePlace | undefined) => AsyncIterable<Step>;
  /** The leader has taken something in. */
  readonly onProgress: (held: () => Held) => void;
}

const NAME = 'parley-events';

/** Steps for one tab, for as long as the signal is not aborted. Each is to be taken in before the next is asked for. */
export async function* followTogether(
  options: TogetherOptions,
  signal: AbortSignal,
): AsyncGenerator<Step, void, void> {
  const tab = new Tab(options, signal);
  try {
    yield* tab.steps();
  } finally {
    tab.close();
  }
}

class Tab {
  readonly #options: TogetherOptions;
  readonly #mailbox = new Mailbox<Step>();
  readonly #channel: Channel;
  readonly #gone = new AbortController();
  /** What the tab has taken in; undefined until it has a state. */
  #place: QueuePlace | undefined;
  /** Where it will be when it has taken in what it heard of a leader. */
  #expected: QueuePlace | undefined;
  /** Whether it missed something, and waits for the state. */
  #isBehind = false;
  #isLeader = false;
  /** Whether no other tab was ever heard of. One that opens says a word at once. */
  #isAlone = true;

  constructor(options: TogetherOptions, signal: AbortSignal) {
    this.#options = options;
    this.#channel = options.openChannel(NAME);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    if (signal.aborted) this.close();
    else signal.addEventListener('abort', () => this.close(), { once: true });
    options.locks
      .request(NAME, { signal: this.#gone.signal }, () => this.#lead())
      .catch((error: unknown) => {
        if (!this.#gone.signal.aborted) this.#mailbox.fail(error);
      });
    this.#channel.postMessage({ kind: 'what is the state?' });
  }

  /** Gives what comes, and tells of it when it was taken in. */
  async *steps(): AsyncGenerator<Step, void, void> {
    for (;;) {
      const step = this.#mailbox.take() ?? (await this.#mailbox.next());
      if (!step || this.#gone.signal.aborted) return;
      const after = this.#place?.lastEventId ?? -1;
      if (step.kind === 'event' && step.event.id <= after) continue;
      yield step;
      this.#place =
        step.kind === 'snapshot'
          ? placeOf(step.snapshot)
          : { ...(this.#place ?? { queueId: '' }), lastEventId: step.event.id };
      if (!this.#isLeader) continue;
      this.#tell(step, after);
      this.#options.onProgress(() => this.#held());
    }
  }

  close(): void {
    this.#gone.abort();
    this.#channel.onmessage = null;
    this.#channel.close();
    this.#mailbox.end();
  }

  #held(): Held {
    return { state: this.#options.state(), place: this.#place ?? { queueId: '', lastEventId: -1 } };
  }

  #tell(step: Step, after: number): void {
    if (this.#isAlone || this.#gone.signal.aborted) return;
    if (step.kind === 'snapshot')
      this.#channel.postMessage({ kind: 'state', held: this.#held(), isNew: true });
    else {
      const queueId = this.#place?.queueId ?? '';
      this.#channel.postMessage({ kind: 'event', queueId, after, event: step.event });
    }
  }

  #hear(word: Word): void {
    this.#isAlone = false;
    if (word.kind === 'what is the state?') this.#answer();
    else if (word.kind === 'logged out') {
      this.#mailbox.fail(new ParleyError(401, 'UNAUTHORIZED', 'Another tab was refused.'));
    } else if (this.#isLeader) {
      // The last word of the leader before, of what will be polled again.
    } else if (word.kind === 'event') this.#hearOf(word);
    else if (word.isNew || !this.#expected || this.#isBehind) this.#expect(word.held);
  }

  #answer(): void {
    if (!this.#isLeader || !this.#place) return;
    this.#channel.postMessage({ kind: 'state', held: this.#held(), isNew: false });
  }

  #hearOf({ queueId, after, event }: Extract<Word, { kind: 'event' }>): void {
    const here = this.#expected;
    // Before it has a state, the state that it asked for holds the event.
    if (!here) return;
    if (queueId === here.queueId && after === here.lastEventId) {
      this.#expected = { ...here, lastEventId: event.id };
      this.#mailbox.put({ kind: 'event', event });
    } else if (queueId !== here.queueId || after > here.lastEventId) {
      this.#isBehind = true;
      this.#channel.postMessage({ kind: 'what is the state?' });
    }
  }

  #expect(held: Held): void {
    this.#isBehind = false;
    this.#expected = held.place;
    this.#mailbox.put({ kind: 'snapshot', snapshot: snapshotOf(held) });
  }

  /** Polls until the tab closes. */
  async #lead(): Promise<void> {
    const { signal } = this.#gone;
    if (signal.aborted) return;
    this.#isLeader = true;
    try {
      const from = this.#expected ?? (await this.#resumed(signal));
      // Whoever leads keeps the state, also where nothing new comes.
      if (this.#place) this.#options.onProgress(() => this.#held());
      for await (const step of this.#options.poll(signal, from)) {
        this.#mailbox.put(step);
        // What is shown of it is asked for before the events after it.
        if (step.kind === 'snapshot') await new Promise((resolve) => setTimeout(resolve));
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ParleyError && error.status === 401)
        this.#channel.postMessage({ kind: 'logged out' });
      this.#mailbox.fail(error);
    }
  }

  /** The place that was kept, with its state taken in; undefined where there is none, or it is another's, or gone. */
  async #resumed(signal: AbortSignal): Promise<QueuePlace | undefined> {
    const { kept, isOwn, isAlive } = this.#options;
    const held = await kept();
    if (!held) return undefined;
    if (!isOwn(held) && !(await isAlive(held.place, signal))) return undefined;
    this.#mailbox.put({ kind: 'snapshot', snapshot: snapshotOf(held) });
    return held.place;
  }
}
