// Lets all tabs of a browser share one event queue. Browsers limit connections per server, so a seventh tab
// with its own long poll could load nothing. One tab, the leader, polls; it holds a lock, which passes to the
// next tab when the leader closes or crashes. After each step the leader sends it to the other tabs, which
// fold it into their own state. A new tab asks the leader for the state; a tab that missed something, for
// instance while asleep, asks again. A new leader continues from the cursor that it has reached itself, so
// nothing is lost or duplicated.

import type { ApiEvent, QueueCursor } from '../../client/event-stream.ts';
import { cursorOf, type StateUpdate } from '../../client/follow-organization.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { isRecord } from '../lib/stored-values.ts';
import { AsyncQueue } from './async-queue.ts';
import { asSnapshot, isStateAtCursor, type StateAtCursor } from './state-at-cursor.ts';

/** The messages tabs exchange. */
type TabMessage =
  | { readonly kind: 'what is the state?' }
  /** From the leader: an answer to the tab that asked, or to all tabs when the state is new. */
  | { readonly kind: 'state'; readonly held: StateAtCursor; readonly isNew: boolean }
  /** `after` is the id of the preceding event. */
  | { readonly kind: 'event'; readonly queueId: string; readonly after: number; readonly event: ApiEvent }
  | { readonly kind: 'logged out' };

/** The part of `BroadcastChannel` used here. */
export interface Channel {
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  postMessage(message: TabMessage): void;
  close(): void;
}

/** The part of `navigator.locks` used here. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
}

export interface SharedQueueOptions {
  readonly locks: Locks;
  readonly openChannel: (name: string) => Channel;
  /** The tab's state, once it has applied every step that it was given. */
  readonly state: () => State;
  /** The state cached when the browser was last closed. */
  readonly cachedState: () => Promise<StateAtCursor | undefined>;
  /**
   * Whether the cached state certainly belongs to the logged-in account; otherwise the server is asked who
   * owns the queue.
   */
  readonly isOwn: (cached: StateAtCursor) => boolean;
  /**
   * Whether a queue exists and belongs to this account. Throws if the session is refused. True if the server
   * cannot be reached.
   */
  readonly isAlive: (cursor: QueueCursor, signal: AbortSignal) => Promise<boolean>;
  /** Polls from a cursor, or from a new registration. */
  readonly poll: (signal: AbortSignal, from: QueueCursor | undefined) => AsyncIterable<StateUpdate>;
  /** Called after the leader has applied something. */
  readonly onProgress: (current: () => StateAtCursor) => void;
}

const NAME = 'parley-events';

/** Whether a value is a message of a tab that understands this one; the tab may have another version of the client. */
function isTabMessage(value: unknown): value is TabMessage {
  if (!isRecord(value)) return false;
  const { kind, queueId, after, event, held } = value;
  if (kind === 'event') {
    const isEvent = isRecord(event) && typeof event.id === 'number' && typeof event.type === 'string';
    return isEvent && typeof queueId === 'string' && typeof after === 'number';
  }
  return kind === 'state' ? isStateAtCursor(held) : kind === 'what is the state?' || kind === 'logged out';
}

/** The steps for one tab until the signal is aborted. Each must be applied before the next is requested. */
export async function* followWithTabs(
  options: SharedQueueOptions,
  signal: AbortSignal,
): AsyncGenerator<StateUpdate, void, void> {
  const tab = new Tab(options, signal);
  try {
    yield* tab.steps();
  } finally {
    tab.close();
  }
}

class Tab {
  readonly #options: SharedQueueOptions;
  readonly #mailbox = new AsyncQueue<StateUpdate>();
  readonly #channel: Channel;
  readonly #closing = new AbortController();
  /** The cursor of the applied steps; undefined before the first state. */
  #cursor: QueueCursor | undefined;
  /** The cursor after everything received from the leader is applied. */
  #expected: QueueCursor | undefined;
  /** Whether the tab missed something and waits for the state. */
  #isBehind = false;
  #isLeader = false;
  /** Whether no other tab has posted a message yet. A new tab posts one when it opens. */
  #isAlone = true;

  constructor(options: SharedQueueOptions, signal: AbortSignal) {
    this.#options = options;
    this.#channel = options.openChannel(NAME);
    this.#channel.onmessage = ({ data }) => {
      if (isTabMessage(data)) this.#receive(data);
    };
    if (signal.aborted) this.close();
    else signal.addEventListener('abort', () => this.close(), { once: true });
    options.locks
      .request(NAME, { signal: this.#closing.signal }, () => this.#lead())
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#mailbox.fail(error);
      });
    this.#channel.postMessage({ kind: 'what is the state?' });
  }

  /** Yields steps, and forwards each after it was applied if this tab leads. */
  async *steps(): AsyncGenerator<StateUpdate, void, void> {
    for (;;) {
      const step = this.#mailbox.take() ?? (await this.#mailbox.next());
      if (!step || this.#closing.signal.aborted) return;
      const after = this.#cursor?.lastEventId ?? -1;
      if (step.kind === 'event' && step.event.id <= after) continue;
      yield step;
      this.#cursor =
        step.kind === 'snapshot'
          ? cursorOf(step.snapshot)
          : { ...(this.#cursor ?? { queueId: '' }), lastEventId: step.event.id };
      if (!this.#isLeader) continue;
      this.#forward(step, after);
      this.#options.onProgress(() => this.#stateAtCursor());
    }
  }

  close(): void {
    this.#closing.abort();
    this.#channel.onmessage = null;
    this.#channel.close();
    this.#mailbox.end();
  }

  #stateAtCursor(): StateAtCursor {
    return { state: this.#options.state(), place: this.#cursor ?? { queueId: '', lastEventId: -1 } };
  }

  #forward(step: StateUpdate, after: number): void {
    if (this.#isAlone || this.#closing.signal.aborted) return;
    if (step.kind === 'snapshot')
      this.#channel.postMessage({ kind: 'state', held: this.#stateAtCursor(), isNew: true });
    else {
      const queueId = this.#cursor?.queueId ?? '';
      this.#channel.postMessage({ kind: 'event', queueId, after, event: step.event });
    }
  }

  #receive(message: TabMessage): void {
    this.#isAlone = false;
    if (message.kind === 'what is the state?') this.#answer();
    else if (message.kind === 'logged out') {
      this.#mailbox.fail(new ParleyError(401, 'UNAUTHORIZED', 'Another tab is no longer logged in.'));
    } else if (this.#isLeader) {
      // The last message of the previous leader; its event will be polled again.
    } else if (message.kind === 'event') this.#receiveEvent(message);
    else if (message.isNew || !this.#expected || this.#isBehind) this.#receiveState(message.held);
  }

  #answer(): void {
    if (!this.#isLeader || !this.#cursor) return;
    this.#channel.postMessage({ kind: 'state', held: this.#stateAtCursor(), isNew: false });
  }

  #receiveEvent({ queueId, after, event }: Extract<TabMessage, { kind: 'event' }>): void {
    const expected = this.#expected;
    // This tab has no state yet; the state that it requested will include the event.
    if (!expected) return;
    if (queueId === expected.queueId && after === expected.lastEventId) {
      this.#expected = { ...expected, lastEventId: event.id };
      this.#mailbox.put({ kind: 'event', event });
    } else if (queueId !== expected.queueId || after > expected.lastEventId) {
      this.#isBehind = true;
      this.#channel.postMessage({ kind: 'what is the state?' });
    }
  }

  #receiveState(stateAtCursor: StateAtCursor): void {
    this.#isBehind = false;
    this.#expected = stateAtCursor.place;
    this.#mailbox.put({ kind: 'snapshot', snapshot: asSnapshot(stateAtCursor) });
  }

  /** Polls until the tab closes. */
  async #lead(): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    this.#isLeader = true;
    try {
      const start = this.#expected ?? (await this.#resume(signal));
      // The leader stores the state, even if nothing new arrives.
      if (this.#cursor) this.#options.onProgress(() => this.#stateAtCursor());
      for await (const step of this.#options.poll(signal, start)) {
        this.#mailbox.put(step);
        // Requests caused by rendering it go out before the next event is handled.
        if (step.kind === 'snapshot') await new Promise((resolve) => setTimeout(resolve));
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ParleyError && error.status === 401)
        this.#channel.postMessage({ kind: 'logged out' });
      this.#mailbox.fail(error);
    }
  }

  /**
   * The cached cursor, after its state was queued; undefined if there is none, it belongs to another account,
   * or it expired.
   */
  async #resume(signal: AbortSignal): Promise<QueueCursor | undefined> {
    const { cachedState, isOwn, isAlive } = this.#options;
    const stateAtCursor = await cachedState();
    if (!stateAtCursor) return undefined;
    if (!isOwn(stateAtCursor) && !(await isAlive(stateAtCursor.place, signal))) return undefined;
    this.#mailbox.put({ kind: 'snapshot', snapshot: asSnapshot(stateAtCursor) });
    return stateAtCursor.place;
  }
}
