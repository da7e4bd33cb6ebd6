// Long polls: a client asks for what came after the last event it has; if nothing has, it waits, and is woken by
// what is committed, or after a while by a heartbeat. Nothing is looked at twice for one wait.

import { badEventQueue, badRequest } from '../contract/error.ts';
import { type LogEntry, SEQUENCE_STEP } from '../contract/event.ts';
import { limits } from '../contract/limits.ts';
import type { Account } from '../model/accounts/account.ts';
import { compiledLinkifiers } from '../model/messages/rendering.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';
import type { SubscriptionPeriods } from '../model/subscriptions/store.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { HubOptions } from './hub-options.ts';
import type { LogTail } from './log-tail.ts';
import { present } from './present.ts';
import type { Cursor, EventQueue, Waiter } from './queue.ts';
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
  #isClosing = false;

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
    if (after < start)
      throw badRequest(`An event newer than ${request.lastEventId} has already been pruned!`);
    // Another server may have given out ids that this one has not seen yet.
    if (after >= tail.head + SEQUENCE_STEP) await this.#around.catchUp();
    if (after >= tail.head + SEQUENCE_STEP)
      throw badRequest(`Event ${request.lastEventId} was not in this queue`);
    this.#displace(queue);
    queue.acknowledge(after, nowSeconds());
    const cursor = { after, scanned: placeOf(after) };
    const events = await this.#scan(queue, cursor);
    if (events.length > 0 || !request.block) return events;
    return this.#wait(queue, cursor, signal);
  }

  async #viewer(queue: EventQueue): Promise<Viewer> {
    const { state, database, options } = this.#around;
    const account = state.account(queue.record.accountId);
    if (!account) throw badEventQueue(queue.record.id);
    const reader = database.reader(state.id);
    const subscriptions = await state.subscriptions(reader, account.id);
    await state.watchGuest(reader, account);
    // Views dress topics with them and cannot wait.
    await compiledLinkifiers(state, reader);
    const remembered = this.#viewers.get(queue);
    if (remembered?.account === account && remembered.subscriptions === subscriptions)
      return remembered.viewer;
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

  /**
   * Looks at the log from where a poll has looked to, and gives what its client sees of it. The cursor moves only
   * with what is given back, so that a heartbeat meanwhile never passes over events that are still on their way.
   */
  async #scan(queue: EventQueue, cursor: Cursor): Promise<readonly string[]> {
    const { tail, database, state } = this.#around;
    const events: string[] = [];
    const now = nowSeconds();
    let { scanned } = cursor;
    for (;;) {
      // Nothing beyond what the state in memory holds is looked at: later entries are judged by later periods.
      const { head } = tail;
      const viewer = await this.#viewer(queue);
      const inMemory = tail.after(scanned);
      const entries =
        inMemory ?? (await database.entriesAfter(database.reader(state.id), scanned, READ_LIMIT));
      const unready = unreadyEntries(entries, scanned, viewer);
      if (unready.length > 0) {
        await prepareEntries(unready, database.reader(state.id));
        // The tail may have changed meanwhile.
        if (inMemory) continue;
      }
      for (const entry of entries) {
        if (entry.sequence > head) break;
        scanned = entry.sequence;
        events.push(...present(entry, viewer, now));
        if (events.length < limits.eventBatch) continue;
        cursor.scanned = scanned;
        return events;
      }
      if (!inMemory && entries.length >= READ_LIMIT && scanned < head) continue;
      cursor.scanned = Math.max(scanned, head);
      return events;
    }
  }

  #wait(queue: EventQueue, cursor: Cursor, signal: AbortSignal): Promise<readonly string[]> {
    if (this.#isClosing) return Promise.resolve([this.#heartbeat(queue, cursor)]);
    // Another poll of the queue may have begun to wait while this one looked.
    this.#displace(queue);
    const { heartbeatMilliseconds } = this.#around.options;
    return new Promise((resolve, reject) => {
      const delay = heartbeatMilliseconds * (1 + JITTER * (Math.random() - 0.5));
      const timer = setTimeout(() => void this.#beat(queue, waiter), delay);
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandoned);
        this.#waiting.remove(queue, waiter);
      };
      const abandoned = () => {
        finish();
        resolve([]);
      };
      const waiter: Waiter = {
        cursor,
        isLooking: false,
        wasWoken: false,
        answer: (events) => {
          finish();
          resolve(events);
        },
        refuse: (error) => {
          finish();
          reject(error);
        },
      };
      this.#waiting.add(queue, waiter);
      signal.addEventListener('abort', abandoned);
      if (signal.aborted) abandoned();
      // What was committed between the scan and the wait.
      else if (this.#around.tail.head > cursor.scanned) void this.#lookFor(queue);
    });
  }

  /** A newer poll of a queue takes the place of the one that waits. */
  #displace(queue: EventQueue): void {
    const { waiter } = queue;
    waiter?.answer([this.#heartbeat(queue, waiter.cursor)]);
  }

  /** An event whose id lies above everything delivered before it and below everything after it. */
  #heartbeat(queue: EventQueue, cursor: Cursor): string {
    queue.touch(nowSeconds());
    const id = Math.min(Math.max(cursor.after, cursor.scanned) + 1, cursor.scanned + SEQUENCE_STEP - 1);
    return `{"type":"heartbeat","id":${id}}`;
  }

  async #beat(queue: EventQueue, waiter: Waiter): Promise<void> {
    const { database, state } = this.#around;
    await this.#lookFor(queue);
    if (queue.waiter !== waiter) return;
    if (isUsedUp(waiter.cursor)) {
      // The ids above what was looked at are used up: take a real place.
      await database
        .write(state.id, async (writer) => {
          writer.emit({ type: '_heartbeat', audience: { kind: 'nobody' }, payload: {} });
        })
        .catch(() => undefined);
      await this.#lookFor(queue);
    }
    if (queue.waiter === waiter) waiter.answer([this.#heartbeat(queue, waiter.cursor)]);
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

  /** One look at a time for each poll: two would share out its events between them. */
  async #lookFor(queue: EventQueue): Promise<void> {
    const { waiter } = queue;
    if (!waiter) return;
    waiter.wasWoken = true;
    if (waiter.isLooking) return;
    waiter.isLooking = true;
    try {
      while (waiter.wasWoken && queue.waiter === waiter) {
        waiter.wasWoken = false;
        const events = await this.#scan(queue, waiter.cursor);
        if (events.length > 0) return waiter.answer(events);
      }
    } catch (error) {
      waiter.refuse(error as Error);
    } finally {
      waiter.isLooking = false;
    }
  }

  /** A queue has ended: its poll is refused. */
  end(queue: EventQueue): void {
    queue.waiter?.refuse(badEventQueue(queue.record.id));
  }

  /** Answers every waiting poll with a heartbeat, and from now on those that would wait. */
  close(): void {
    this.#isClosing = true;
    for (const queue of this.#waiting.all()) this.#displace(queue);
  }
}

/** Whether no id is left for a heartbeat between what was looked at and the next place. */
function isUsedUp({ after, scanned }: Cursor): boolean {
  return Math.max(after, scanned) + 1 >= scanned + SEQUENCE_STEP;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The place in the log at or below an event id: ids between two places are heartbeats'. */
function placeOf(id: number): number {
  return id - (id % SEQUENCE_STEP);
}
