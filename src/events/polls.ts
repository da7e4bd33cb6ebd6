// Long polls: a client requests the events after the last one it has. If there are none, it waits until a
// commit wakes it, or a heartbeat after a while. No entry is scanned twice for one wait.

import { badEventQueue, badRequest, notLoggedIn } from '../api-contract/error.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { nowMilliseconds } from '../api-contract/time.ts';
import type { EndedSessions } from '../model/sessions/ended-sessions.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { heartbeatId, isBeyond, isUsedUp, positionOf } from './event-id.ts';
import type { HubOptions } from './hub-options.ts';
import { type BatchLimits, LogScan, type ScanResult } from './log-scan.ts';
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
  /** The access version of the checked credentials. */
  readonly accessVersion: number;
  /** The session of the request; undefined for an API key. */
  readonly sessionId: number | undefined;
  /** -1: nothing received yet. */
  readonly lastEventId: number;
  /** Whether to wait if there is nothing. */
  readonly block: boolean;
  /** Takes a slot for a large response; returns whether one was free. */
  readonly mayBeLarge: () => boolean;
}

/** The dependencies, from the organization's hub. */
interface Dependencies {
  readonly database: ParleyDatabase;
  readonly state: OrganizationState;
  readonly tail: LogTail;
  readonly queues: QueueRegistry;
  readonly options: HubOptions;
  catchUp(): Promise<void>;
}

/** The polls of one organization. */
export class Polls {
  readonly #deps: Dependencies;
  readonly #waiting: WaitingQueues;
  readonly #log: LogScan;
  readonly #waker: PollWakeup;
  /** Recently ended sessions: a poll of one may still be scanning. */
  readonly #endedSessions = new Set<number>();
  #isClosing = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { database, state, options } = deps;
    this.#waiting = new WaitingQueues(state.cachedSubscriptions);
    this.#log = new LogScan(deps, options);
    this.#waker = new PollWakeup({
      waiting: this.#waiting,
      log: this.#log,
      reader: () => database.reader(state.id),
      scanFor: (queue) => void this.#scanFor(queue),
    });
  }

  /** The number of waiting polls. */
  get waitingCount(): number {
    return this.#waiting.count;
  }

  /** The number of waiting polls that an entry caused work for, summed over all entries. */
  get checkCount(): number {
    return this.#waker.checkCount;
  }

  /** The events of a queue after those its client has received; waits for one, or for a heartbeat. */
  async poll(request: PollRequest, signal: AbortSignal): Promise<readonly string[]> {
    const { tail, queues, state } = this.#deps;
    const queue = await queues.find(request.queueId, request.accountId);
    const start = queue.record.startSequence;
    const after = request.lastEventId === -1 ? start : request.lastEventId;
    if (after < start)
      throw badRequest(`An event newer than ${request.lastEventId} has already been pruned!`);
    // Another server may have assigned ids that this one has not seen yet.
    if (isBeyond(tail.head, after)) await this.#deps.catchUp();
    if (isBeyond(tail.head, after)) throw badRequest(`Event ${request.lastEventId} was not in this queue`);
    this.#displace(queue);
    queue.acknowledge(after);
    const cursor = { after, scanned: positionOf(after) };
    const { events, scanned } = await this.#log.scan(queue, cursor, batchOf(request));
    cursor.scanned = scanned;
    if (queue.hasEnded) throw badEventQueue(queue.record.id);
    // The request's credentials ended while it scanned: it gets nothing, and the client must return with
    // valid ones.
    if (state.account(request.accountId)?.accessVersion !== request.accessVersion) return [];
    if (request.sessionId !== undefined && this.#endedSessions.has(request.sessionId)) throw notLoggedIn();
    if (events.length > 0 || !request.block) return events;
    return this.#wait(queue, cursor, request, signal);
  }

  /** The events of a queue without polls after a given event, until there are enough. */
  read(queue: EventQueue, after: number, enough: number): ScanResult | Promise<ScanResult> {
    return this.#log.scan(
      queue,
      { after, scanned: positionOf(after) },
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
    // Another poll of the queue may have started to wait during this scan.
    this.#displace(queue);
    const { heartbeatMilliseconds } = this.#deps.options;
    return new Promise((resolve, reject) => {
      const delay = heartbeatMilliseconds * (1 + JITTER * (Math.random() - 0.5));
      const timer = setTimeout(() => void this.#beat(queue, waiter), delay);
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        this.#waiting.remove(queue, waiter);
      };
      const abandon = () => {
        finish();
        resolve([]);
      };
      const waiter: Waiter = {
        cursor,
        sessionId,
        mayBeLarge,
        isScanning: false,
        wasWoken: false,
        pendingChecks: 0,
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
      signal.addEventListener('abort', abandon);
      if (signal.aborted) abandon();
      // Entries committed between the scan and the wait.
      else if (this.#deps.tail.head > cursor.scanned) void this.#scanFor(queue);
    });
  }

  /** A newer poll of a queue replaces the waiting one. */
  #displace(queue: EventQueue): void {
    const { waiter } = queue;
    waiter?.answer([this.#heartbeat(queue, waiter.cursor)]);
  }

  /** An event with an id above everything delivered before it and below everything after it. */
  #heartbeat(queue: EventQueue, cursor: Cursor): string {
    queue.touch();
    return `{"type":"heartbeat","id":${heartbeatId(cursor)}}`;
  }

  async #beat(queue: EventQueue, waiter: Waiter): Promise<void> {
    const { database, state } = this.#deps;
    this.#waker.skipChecked(waiter);
    await this.#scanFor(queue);
    if (queue.waiter !== waiter) return;
    if (isUsedUp(waiter.cursor)) {
      // The ids above the scanned position are used up, so a new log position is taken.
      await database
        .write(state.id, async (writer) => {
          writer.emit({ type: '_heartbeat', audience: { kind: 'nobody' }, payload: {} });
        })
        // If writing fails, the next heartbeat tries again.
        .catch(() => undefined);
      await this.#scanFor(queue);
    }
    if (queue.waiter === waiter) waiter.answer([this.#heartbeat(queue, waiter.cursor)]);
  }

  /** Scans the log for the waiting queues that new entries up to `head` may be for. */
  wake(entries: readonly LogEntry[], head: number): void {
    this.#waker.wake(entries, head);
  }

  /** One scan at a time for each poll: two would split the events between them. */
  async #scanFor(queue: EventQueue): Promise<void> {
    const { waiter } = queue;
    if (!waiter) return;
    waiter.wasWoken = true;
    if (waiter.isScanning) return;
    waiter.isScanning = true;
    try {
      while (waiter.wasWoken && queue.waiter === waiter) {
        waiter.wasWoken = false;
        const result = await this.#log.scan(queue, waiter.cursor, batchOf(waiter));
        // A poll displaced in the meantime is already answered; its events are for the poll that replaced it.
        waiter.cursor.scanned = result.scanned;
        if (result.events.length > 0) {
          this.#measure(result);
          return waiter.answer(result.events);
        }
      }
    } catch (error) {
      waiter.refuse(error);
    } finally {
      waiter.isScanning = false;
    }
  }

  /** Measures how late a poll that waited gets its oldest message. Polls that come for older events are not measured. */
  #measure({ oldestSentAt }: ScanResult): void {
    if (oldestSentAt === undefined) return;
    this.#deps.options.onDelivered?.(Math.max(0, nowMilliseconds() - oldestSentAt) / 1000);
  }

  /**
   * The credentials of an account's polls have ended: waiting polls are answered with a heartbeat and nothing
   * else.
   */
  endWaitingPollsOf(accountId: number): void {
    for (const queue of this.#waiting.of(accountId)) this.#displace(queue);
  }

  /** A queue has ended: its poll gets an error. */
  end(queue: EventQueue): void {
    queue.waiter?.refuse(badEventQueue(queue.record.id));
  }

  /** Sessions have ended: their waiting polls get an error. */
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

/** The limits of one poll's response. */
function batchOf({ mayBeLarge }: Pick<PollRequest, 'mayBeLarge'>): BatchLimits {
  return { events: limits.eventBatch, mayBeLarge };
}
