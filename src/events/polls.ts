// Long polls: a client asks for what came after the last event it has; if nothing has, it waits, and is woken by
// what is committed, or after a while by a heartbeat. Nothing is looked at twice for one wait.

import { badEventQueue, badRequest, notLoggedIn } from '../api-contract/error.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import type { EndedSessions } from '../model/sessions/ended.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { heartbeatId, isBeyond, isUsedUp, placeOf } from './event-id.ts';
import type { HubOptions } from './hub-options.ts';
import { type BatchLimits, LogScan, type Seen } from './log-scan.ts';
import type { LogTail } from './log-tail.ts';
import { PollWakeup } from './poll-wakeup.ts';
import type { Cursor, EventQueue, Waiter } from './queue.ts';
import type { QueueRegistry } from './queue-registry.ts';
import { WaitingQueues } from './waiting-queues.ts';

/** Heartbeats of many polls are spread over this share of their interval. */
const JITTER = 0.2;

export interface PollRequest {
  readonly queueId: string;
  readonly accountId: number;
  /** Of the account whose credentials were checked. */
  readonly accessVersion: number;
  /** The session that asks; undefined where a key does. */
  readonly sessionId: number | undefined;
  /** -1: nothing received yet. */
  readonly lastEventId: number;
  /** Whether it waits while there is nothing. */
  readonly block: boolean;
  /** Takes a slot for a large response; gives whether there was one. */
  readonly mayBeLarge: () => boolean;
}

/** What polls need of the organization's hub. */
interface Surroundings {
  readonly database: ParleyDatabase;
  readonly state: OrganizationState;
  readonly tail: LogTail;
  readonly queues: QueueRegistry;
  readonly options: HubOptions;
  catchUp(): Promise<void>;
}

/** The waiting and the answering of polls of one organization. */
export class Polls {
  readonly #around: Surroundings;
  readonly #waiting: WaitingQueues;
  readonly #log: LogScan;
  readonly #waker: PollWakeup;
  /** Sessions that ended lately: a poll that they began may still be looking. */
  readonly #endedSessions = new Set<number>();
  #isClosing = false;

  constructor(around: Surroundings) {
    this.#around = around;
    const { database, state, options } = around;
    this.#waiting = new WaitingQueues(state.heldSubscriptions);
    this.#log = new LogScan(around, options);
    this.#waker = new PollWakeup({
      waiting: this.#waiting,
      log: this.#log,
      reader: () => database.reader(state.id),
      look: (queue) => void this.#lookFor(queue),
    });
  }

  /** How many wait. */
  get waitingCount(): number {
    return this.#waiting.count;
  }

  /** For how many of those that waited an entry cost any work, summed over the entries. */
  get lookCount(): number {
    return this.#waker.looks;
  }

  /** The events of a queue after what its client has received; waits for one, or for a heartbeat. */
  async poll(request: PollRequest, signal: AbortSignal): Promise<readonly string[]> {
    const { tail, queues, state } = this.#around;
    const queue = await queues.find(request.queueId, request.accountId);
    const start = queue.record.startSequence;
    const after = request.lastEventId === -1 ? start : request.lastEventId;
    if (after < start)
      throw badRequest(`An event newer than ${request.lastEventId} has already been pruned!`);
    // Another server may have given out ids that this one has not seen yet.
    if (isBeyond(tail.head, after)) await this.#around.catchUp();
    if (isBeyond(tail.head, after)) throw badRequest(`Event ${request.lastEventId} was not in this queue`);
    this.#displace(queue);
    queue.acknowledge(after);
    const cursor = { after, scanned: placeOf(after) };
    const { events, scanned } = await this.#log.scan(queue, cursor, batchOf(request));
    cursor.scanned = scanned;
    if (queue.hasEnded) throw badEventQueue(queue.record.id);
    // The credentials of this request ended while it looked: it gets nothing, and must come with those of today.
    if (state.account(request.accountId)?.accessVersion !== request.accessVersion) return [];
    if (request.sessionId !== undefined && this.#endedSessions.has(request.sessionId)) throw notLoggedIn();
    if (events.length > 0 || !request.block) return events;
    return this.#wait(queue, cursor, request, signal);
  }

  /** What a queue that nobody polls is shown of the log after an event, until that is enough. */
  read(queue: EventQueue, after: number, enough: number): Seen | Promise<Seen> {
    return this.#log.scan(
      queue,
      { after, scanned: placeOf(after) },
      { events: enough, mayBeLarge: () => false },
    );
  }

  #wait(
    queue: EventQueue,
    cursor: Cursor,
    { sessionId, mayBeLarge }: PollRequest,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
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
        sessionId,
        mayBeLarge,
        isLooking: false,
        wasWoken: false,
        lookups: 0,
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
    queue.touch();
    return `{"type":"heartbeat","id":${heartbeatId(cursor)}}`;
  }

  async #beat(queue: EventQueue, waiter: Waiter): Promise<void> {
    const { database, state } = this.#around;
    this.#waker.passOver(waiter);
    await this.#lookFor(queue);
    if (queue.waiter !== waiter) return;
    if (isUsedUp(waiter.cursor)) {
      // The ids above what was looked at are used up: take a real place.
      await database
        .write(state.id, async (writer) => {
          writer.emit({ type: '_heartbeat', audience: { kind: 'nobody' }, payload: {} });
        })
        // Where nothing can be written, the next heartbeat tries again.
        .catch(() => undefined);
      await this.#lookFor(queue);
    }
    if (queue.waiter === waiter) waiter.answer([this.#heartbeat(queue, waiter.cursor)]);
  }

  /** Looks at the log for the waiting queues that new entries, which end at a place, are for. */
  wake(entries: readonly LogEntry[], head: number): void {
    this.#waker.wake(entries, head);
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
        const seen = await this.#log.scan(queue, waiter.cursor, batchOf(waiter));
        // One that was displaced meanwhile has its answer; what it would have got is for the one in its place.
        waiter.cursor.scanned = seen.scanned;
        if (seen.events.length > 0) return waiter.answer(seen.events);
      }
    } catch (error) {
      waiter.refuse(error);
    } finally {
      waiter.isLooking = false;
    }
  }

  /** The credentials of an account's polls have ended: those that wait are sent away, with a heartbeat and nothing else. */
  endWaitsOf(accountId: number): void {
    for (const queue of this.#waiting.of(accountId)) this.#displace(queue);
  }

  /** A queue has ended: its poll is refused. */
  end(queue: EventQueue): void {
    queue.waiter?.refuse(badEventQueue(queue.record.id));
  }

  /** Sessions have ended: the polls that wait for them are refused. */
  endSessions({ accountId, sessionIds }: EndedSessions): void {
    for (const id of sessionIds) this.#endedSessions.add(id);
    for (const id of this.#endedSessions) {
      if (this.#endedSessions.size <= limits.endedSessionsInMemory) break;
      this.#endedSessions.delete(id);
    }
    for (const { waiter } of this.#waiting.of(accountId)) {
      if (waiter?.sessionId !== undefined && this.#endedSessions.has(waiter.sessionId)) {
        waiter.refuse(notLoggedIn());
      }
    }
  }

  /** Answers every waiting poll with a heartbeat, and from now on those that would wait. */
  close(): void {
    this.#isClosing = true;
    for (const queue of this.#waiting.all()) this.#displace(queue);
  }
}

/** What one poll is answered with at most. */
function batchOf({ mayBeLarge }: Pick<PollRequest, 'mayBeLarge'>): BatchLimits {
  return { events: limits.eventBatch, mayBeLarge };
}
