// Long polls: a client asks for what came after the last event it has; if nothing has, it waits, and is woken by
// what is committed, or after a while by a heartbeat. Nothing is looked at twice for one wait.

import { badEventQueue, badRequest } from '../contract/error.ts';
import { type LogEntry, SEQUENCE_STEP } from '../contract/event.ts';
import { limits } from '../contract/limits.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';
import type { SubscriptionPeriods } from '../model/subscriptions/store.ts';
import type { Account } from '../model/accounts/account.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { LogTail } from './log-tail.ts';
import type { HubOptions } from './hub-options.ts';
import { present } from './present.ts';
import type { EventQueue } from './queue.ts';
import type { QueueRegistry } from './queue-registry.ts';
import type { Viewer } from './viewer.ts';
import { prepareEntries, unreadyEntries } from './views/prepare.ts';
import { WaitingQueues } from './waiting-queues.ts';

/** Waiting polls that are looked at in one turn of the event loop. */
const WAKE_SLICE = 200;
const READ_LIMIT = 1000;
/** Heartbeats of many polls are spread over this share of their interval. */
const JITTER = 0.2;

export interface PollRequest {
  readonly queueId: string;
  readonly accountId: number;
  /** -1: nothing received yet. */
  readonly lastEventId: number;
  readonly block: boolean;
}

interface Surroundings {
  readonly database: ParleyDatabase;
  readonly state: OrganizationState;
  readonly tail: LogTail;
  readonly queues: QueueRegistry;
  readonly options: HubOptions;
  catchUp(): Promise<void>;
}

interface RememberedViewer {
  readonly viewer: Viewer;
  readonly account: Account;
  readonly subscriptions: SubscriptionPeriods;
}

export class Polls {
  readonly #around: Surroundings;
  readonly #waiting = new WaitingQueues();
  readonly #viewers = new WeakMap<EventQueue, RememberedViewer>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get waitingCount(): number {
    return this.#waiting.count;
  }

  /** The events of a queue after what its client has received; waits for one, or for a heartbeat. */
  async poll(request: PollRequest, signal: AbortSignal): Promise<readonly string[]> {
    const { tail, queues } = this.#around;
    const queue = await queues.find(request.queueId, request.accountId);
    const start = queue.record.startSequence;
    const after = request.lastEventId === -1 ? start : request.lastEventId;
    if (after < start) throw badRequest(`An event newer than ${request.lastEventId} has already been pruned!`);
    // Another server may have given out ids that this one has not seen yet.
    if (after >= tail.head + SEQUENCE_STEP) await this.#around.catchUp();
    if (after >= tail.head + SEQUENCE_STEP) throw badRequest(`Event ${request.lastEventId} was not in this queue`);
    if (queue.waiter) this.#answer(queue, [this.#heartbeat(queue)]);
    queue.acknowledge(after, nowSeconds());
    queue.scanned = placeOf(after);
    const events = await this.#scan(queue);
    if (events.length > 0 || !request.block) return events;
    return this.#wait(queue, signal);
  }

  async #viewer(queue: EventQueue): Promise<Viewer> {
    const { state, database, options } = this.#around;
    const account = state.account(queue.record.accountId);
    if (!account) throw badEventQueue(queue.record.id);
    const reader = database.reader(state.id);
    const subscriptions = await state.subscriptions(reader, account.id);
    await state.watchGuest(reader, account);
    const remembered = this.#viewers.get(queue);
    if (remembered?.account === account && remembered.subscriptions === subscriptions) return remembered.viewer;
    const { narrow } = queue.record.options;
    const viewer: Viewer = {
      account,
      queueId: queue.record.id,
      options: queue.record.options,
      state,
      subscriptions,
      matchesNarrow: narrow.length === 0 ? () => true : options.compileNarrow(narrow, state, account.id),
    };
    this.#viewers.set(queue, { viewer, account, subscriptions });
    return viewer;
  }

  /** Looks at the log from where the queue was scanned to, and gives what its client sees of it. */
  async #scan(queue: EventQueue): Promise<readonly string[]> {
    const { tail, database, state } = this.#around;
    const viewer = await this.#viewer(queue);
    const events: string[] = [];
    const now = nowSeconds();
    for (;;) {
      const inMemory = tail.after(queue.scanned);
      const entries =
        inMemory ?? (await database.entriesAfter(database.reader(state.id), queue.scanned, READ_LIMIT));
      const unready = unreadyEntries(entries, queue.scanned, viewer);
      if (unready.length > 0) {
        await prepareEntries(unready, database.reader(state.id));
        // The tail may have changed meanwhile.
        if (inMemory) continue;
      }
      for (const entry of entries) {
        // A scan that went on meanwhile has looked at it already.
        if (entry.sequence <= queue.scanned) continue;
        queue.scanned = entry.sequence;
        events.push(...present(entry, viewer, now));
        if (events.length >= limits.eventBatch) return events;
      }
      if (inMemory || entries.length === 0) return events;
    }
  }

  #wait(queue: EventQueue, signal: AbortSignal): Promise<readonly string[]> {
    const { heartbeatMilliseconds } = this.#around.options;
    return new Promise((resolve, reject) => {
      const delay = heartbeatMilliseconds * (1 + JITTER * (Math.random() - 0.5));
      const timer = setTimeout(() => void this.#beat(queue), delay);
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandoned);
        this.#waiting.remove(queue);
      };
      const abandoned = () => {
        finish();
        resolve([]);
      };
      this.#waiting.add(queue, {
        answer: (events) => {
          finish();
          resolve(events);
        },
        refuse: (error) => {
          finish();
          reject(error);
        },
      });
      signal.addEventListener('abort', abandoned);
      if (signal.aborted) abandoned();
      // What was committed between the scan and the wait.
      else if (this.#around.tail.head > queue.scanned) this.#look([queue]);
    });
  }

  #answer(queue: EventQueue, events: readonly string[]): void {
    queue.waiter?.answer(events);
  }

  /** An event whose id lies above everything delivered before it and below everything after it. */
  #heartbeat(queue: EventQueue): string {
    queue.touch(nowSeconds());
    const id = Math.max(queue.acknowledged, placeOf(this.#around.tail.head)) + 1;
    return `{"type":"heartbeat","id":${id}}`;
  }

  async #beat(queue: EventQueue): Promise<void> {
    const { tail, database, state } = this.#around;
    if (queue.acknowledged + 1 >= tail.head + SEQUENCE_STEP) {
      // The ids above the log's head are used up: take a real place.
      await database
        .write(state.id, async (writer) => {
          writer.emit({ type: '_heartbeat', audience: { kind: 'nobody' }, payload: {} });
        })
        .catch(() => undefined);
    }
    this.#answer(queue, [this.#heartbeat(queue)]);
  }

  /** Looks at the log for the waiting queues whose people new entries may be for. */
  wake(entries: readonly LogEntry[]): void {
    this.#look(this.#waiting.concernedBy(entries));
  }

  /** In slices, so that other requests get their turn in between. */
  #look(queues: readonly EventQueue[]): void {
    for (const queue of queues.slice(0, WAKE_SLICE)) void this.#lookFor(queue);
    if (queues.length > WAKE_SLICE) setImmediate(() => this.#look(queues.slice(WAKE_SLICE)));
  }

  async #lookFor(queue: EventQueue): Promise<void> {
    const { waiter } = queue;
    if (!waiter) return;
    const from = queue.scanned;
    try {
      const events = await this.#scan(queue);
      if (events.length === 0) return;
      // The poll was given up while this looked: the next one begins where its client says.
      if (queue.waiter !== waiter) queue.scanned = Math.min(queue.scanned, from);
      else waiter.answer(events);
    } catch (error) {
      waiter.refuse(error as Error);
    }
  }

  /** A queue has ended: its poll is refused. */
  end(queue: EventQueue): void {
    queue.waiter?.refuse(badEventQueue(queue.record.id));
  }

  /** Answers every waiting poll with a heartbeat. */
  answerAll(): void {
    for (const queue of this.#waiting.all()) this.#answer(queue, [this.#heartbeat(queue)]);
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The place in the log at or below an event id: ids between two places are heartbeats'. */
function placeOf(id: number): number {
  return id - (id % SEQUENCE_STEP);
}
