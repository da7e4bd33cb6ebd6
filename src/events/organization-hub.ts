// One organization as this server serves it: its state in memory, the tail of its log, and its queues. What was
// committed, here or on another server, comes in through `take`: first the state is brought up to date, then
// waiting polls are woken.

import { randomUUID } from 'node:crypto';
import { badEventQueue, badRequest } from '../contract/error.ts';
import { SEQUENCE_STEP, type LogEntry } from '../contract/event.ts';
import { limits } from '../contract/limits.ts';
import { OrganizationState } from '../model/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { Reader } from '../storage/session.ts';
import { LogTail } from './log-tail.ts';
import { present } from './present.ts';
import { EventQueue, type NarrowTerm, type QueueOptions, type QueueRecord } from './queue.ts';
import { deleteIdleQueues, deleteQueue, insertQueue, keepPositions, lowestPosition, readQueue } from './queue-store.ts';
import type { Viewer } from './viewer.ts';

/** Waiting polls that are looked at in one turn of the event loop. */
const WAKE_SLICE = 200;
/** Log entries that one look at the log takes from the database. */
const READ_LIMIT = 1000;
/** Entries stay in the log at least this long, whatever the queues have read. */
const MINIMUM_AGE_SECONDS = 300;

/** Makes the test that a queue's narrow puts on message entries; given by the layer that knows narrows. */
export type CompileNarrow = (terms: readonly NarrowTerm[], state: OrganizationState, accountId: number) => (entry: LogEntry) => boolean;

export interface PollRequest {
  readonly queueId: string;
  readonly accountId: number;
  /** -1: nothing received yet. */
  readonly lastEventId: number;
  readonly block: boolean;
}

export class OrganizationHub {
  readonly id: number;
  readonly state: OrganizationState;
  readonly #database: ParleyDatabase;
  readonly #compileNarrow: CompileNarrow;
  readonly #tail: LogTail;
  readonly #queues = new Map<string, EventQueue>();
  /** Queues with a waiting poll, by account. */
  readonly #waiting = new Map<number, Set<EventQueue>>();
  readonly #viewers = new WeakMap<EventQueue, { viewer: Viewer; account: unknown; subscriptions: unknown }>();
  #advancing: Promise<void> = Promise.resolve();

  private constructor(database: ParleyDatabase, state: OrganizationState, compileNarrow: CompileNarrow) {
    this.id = state.id;
    this.state = state;
    this.#database = database;
    this.#compileNarrow = compileNarrow;
    this.#tail = new LogTail(state.sequence);
  }

  static async load(database: ParleyDatabase, organizationId: number, compileNarrow: CompileNarrow): Promise<OrganizationHub> {
    const state = await database.snapshot(organizationId, async (reader) =>
      OrganizationState.load(reader, await database.sequence(reader)),
    );
    return new OrganizationHub(database, state, compileNarrow);
  }

  get reader(): Reader {
    return this.#database.reader(this.id);
  }

  get queueCount(): number {
    return this.#queues.size;
  }

  get waitingCount(): number {
    let count = 0;
    for (const queues of this.#waiting.values()) count += queues.size;
    return count;
  }

  // --- the log -------------------------------------------------------------------------------------------

  /** Takes in what was committed. Entries that are known already are passed over. */
  take(entries: readonly LogEntry[]): Promise<void> {
    this.#advancing = this.#advancing.then(() => this.#take(entries)).catch(() => this.#recover());
    return this.#advancing;
  }

  async #take(entries: readonly LogEntry[]): Promise<void> {
    const fresh = entries.filter((entry) => entry.sequence > this.#tail.head);
    if (fresh.length === 0) return;
    await this.state.apply(this.reader, fresh);
    this.#tail.append(fresh);
    for (const entry of fresh) if (entry.type === '_scrub') this.#scrub(entry);
    for (const entry of fresh) if (entry.type === '_end_queues') this.#endQueues(entry);
    this.#wake(fresh);
  }

  /** After a failure in between: everything is read again from the database. */
  async #recover(): Promise<void> {
    await this.#database.snapshot(this.id, async (reader) => {
      const after = this.state.sequence;
      const entries = await this.#database.entriesAfter(reader, after, limits.logEntriesPerOrganization);
      await this.state.apply(reader, entries);
      this.#tail.append(entries.filter((entry) => entry.sequence > this.#tail.head));
    });
  }

  /** Brings this server up to the log's head, for what other servers committed. */
  async catchUp(): Promise<void> {
    const reader = this.reader;
    const head = await this.#database.sequence(reader);
    if (head <= this.#tail.head) return;
    let after = this.#tail.head;
    for (;;) {
      const entries = await this.#database.entriesAfter(reader, after, READ_LIMIT);
      const last = entries.at(-1);
      if (!last) return;
      await this.take(entries);
      after = last.sequence;
      if (entries.length < READ_LIMIT) return;
    }
  }

  /** Resolves when everything handed to `take` so far has been taken in. */
  settled(): Promise<void> {
    return this.#advancing;
  }

  /** Content that was deleted leaves the tail too; queues then pass over its entries. */
  #scrub(entry: LogEntry): void {
    const ids = new Set((entry.extra?.['messageIds'] as number[] | undefined) ?? []);
    this.#tail.replace((present) =>
      ids.has(Number(present.extra?.['messageId'])) && (present.type === 'message' || present.type === 'update_message')
        ? { sequence: present.sequence, type: '_scrubbed', audience: { kind: 'nobody' }, payload: {} }
        : present,
    );
  }

  #endQueues(entry: LogEntry): void {
    const accounts = new Set((entry.extra?.['accountIds'] as number[] | undefined) ?? []);
    for (const queue of [...this.#queues.values()]) {
      if (accounts.has(queue.record.accountId)) this.#forget(queue);
    }
  }

  // --- queues --------------------------------------------------------------------------------------------

  /** Makes a queue that begins at a place in the log; resolves once it is durable. */
  async register(accountId: number, startSequence: number, idleSeconds: number, options: QueueOptions): Promise<QueueRecord> {
    const record: QueueRecord = { id: randomUUID(), organizationId: this.id, accountId, startSequence, idleSeconds, options };
    await this.#database.write(this.id, async (writer) => {
      const rows = await writer.db
        .selectFrom('event_queue')
        .select(['id'])
        .where('account_id', '=', accountId)
        .orderBy('last_seen_at')
        .execute();
      // Bounded per account: the queue that was polled least recently makes room.
      for (const row of rows.slice(0, Math.max(0, rows.length - limits.queuesPerAccount + 1))) {
        await deleteQueue(writer, row.id);
        const present = this.#queues.get(row.id);
        if (present) this.#forget(present);
      }
      await insertQueue(writer, record);
    });
    this.#queues.set(record.id, new EventQueue(record, startSequence, nowSeconds()));
    return record;
  }

  /** Ends a queue; refuses one that is unknown or another account's with the same words. */
  async delete(queueId: string, accountId: number): Promise<void> {
    const queue = await this.#queue(queueId, accountId);
    await this.#database.write(this.id, (writer) => deleteQueue(writer, queueId));
    this.#forget(queue);
  }

  async #queue(queueId: string, accountId: number): Promise<EventQueue> {
    let queue = this.#queues.get(queueId);
    if (!queue) {
      queue = await readQueue(this.reader, queueId);
      if (queue) this.#queues.set(queueId, queue);
    }
    if (!queue || queue.record.accountId !== accountId || queue.isIdle(nowSeconds())) throw badEventQueue(queueId);
    return queue;
  }

  /** Whether an account has a queue that takes messages and was polled lately: it then counts as online. */
  hasLiveQueue(accountId: number, sinceSeconds: number): boolean {
    const now = nowSeconds();
    for (const queue of this.#queues.values()) {
      if (queue.record.accountId !== accountId) continue;
      const { eventTypes } = queue.record.options;
      if (eventTypes !== null && !eventTypes.includes('message')) continue;
      if (queue.waiter || now - queue.lastSeenAt <= sinceSeconds) return true;
    }
    return false;
  }

  #forget(queue: EventQueue): void {
    this.#queues.delete(queue.record.id);
    const { waiter } = queue;
    this.#stopWaiting(queue);
    waiter?.refuse(badEventQueue(queue.record.id));
  }

  // --- polls ---------------------------------------------------------------------------------------------

  /** The events of a queue after what its client has received; waits for one, or for a heartbeat. */
  async poll(request: PollRequest, signal: AbortSignal): Promise<readonly string[]> {
    const queue = await this.#queue(request.queueId, request.accountId);
    const after = request.lastEventId === -1 ? queue.record.startSequence : request.lastEventId;
    if (after < queue.record.startSequence) throw badRequest(`An event newer than ${request.lastEventId} has already been pruned!`);
    if (after >= this.#tail.head + SEQUENCE_STEP) await this.catchUp();
    if (after >= this.#tail.head + SEQUENCE_STEP) throw badRequest(`Event ${request.lastEventId} was not in this queue`);
    if (queue.waiter) {
      const replaced = queue.waiter;
      this.#stopWaiting(queue);
      replaced.answer([this.#heartbeat(queue, after)]);
    }
    queue.acknowledged = Math.max(queue.acknowledged, after);
    queue.lastSeenAt = nowSeconds();
    queue.isDirty = true;
    const place = placeOf(after);
    if (place < queue.scanned || queue.scanned < place) queue.scanned = place;
    const events = await this.#scan(queue, after);
    if (events.length > 0 || !request.block) return events;
    return this.#wait(queue, after, signal);
  }

  async #viewer(queue: EventQueue): Promise<Viewer> {
    const account = this.state.account(queue.record.accountId);
    if (!account) throw badEventQueue(queue.record.id);
    const subscriptions = await this.state.subscriptions(this.reader, account.id);
    const present = this.#viewers.get(queue);
    if (present?.account === account && present.subscriptions === subscriptions) return present.viewer;
    const viewer: Viewer = {
      account,
      queueId: queue.record.id,
      options: queue.record.options,
      state: this.state,
      subscriptions,
      matchesNarrow:
        queue.record.options.narrow.length === 0
          ? () => true
          : this.#compileNarrow(queue.record.options.narrow, this.state, account.id),
    };
    this.#viewers.set(queue, { viewer, account, subscriptions });
    return viewer;
  }

  /** Looks at the log from where the queue was scanned to, and gives what its client sees of it. */
  async #scan(queue: EventQueue, after: number): Promise<readonly string[]> {
    const viewer = await this.#viewer(queue);
    const events: string[] = [];
    const now = nowSeconds();
    for (;;) {
      const inMemory = this.#tail.after(queue.scanned);
      const entries = inMemory ?? (await this.#database.entriesAfter(this.reader, queue.scanned, READ_LIMIT));
      for (const entry of entries) {
        if (entry.sequence <= queue.scanned) continue;
        queue.scanned = entry.sequence;
        if (entry.sequence > after) events.push(...present(entry, viewer, now));
        if (events.length >= limits.eventBatch) return events;
      }
      if (inMemory || entries.length === 0) return events;
    }
  }

  #wait(queue: EventQueue, after: number, signal: AbortSignal): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      const jitter = (Math.random() - 0.5) * 10;
      const timer = setTimeout(
        () => {
          void this.#beat(queue, after);
        },
        (limits.heartbeatSeconds + jitter) * 1000,
      );
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandoned);
      };
      const abandoned = () => {
        this.#stopWaiting(queue);
        finish();
        resolve([]);
      };
      queue.waiter = {
        answer: (events) => {
          finish();
          resolve(events);
        },
        refuse: (error) => {
          finish();
          reject(error);
        },
      };
      signal.addEventListener('abort', abandoned);
      const present = this.#waiting.get(queue.record.accountId);
      if (present) present.add(queue);
      else this.#waiting.set(queue.record.accountId, new Set([queue]));
      if (signal.aborted) abandoned();
      // What was committed between the scan and the wait.
      else if (this.#tail.head > queue.scanned) this.#wakeQueues([queue]);
    });
  }

  #stopWaiting(queue: EventQueue): void {
    queue.waiter = undefined;
    const present = this.#waiting.get(queue.record.accountId);
    present?.delete(queue);
    if (present?.size === 0) this.#waiting.delete(queue.record.accountId);
  }

  #heartbeat(queue: EventQueue, after: number): string {
    const id = Math.max(after + 1, placeOf(this.#tail.head) + 1);
    queue.lastSeenAt = nowSeconds();
    return `{"type":"heartbeat","id":${id}}`;
  }

  /** Ends a quiet wait with a heartbeat, whose id lies between what came before and what comes after. */
  async #beat(queue: EventQueue, after: number): Promise<void> {
    if (after + 1 >= this.#tail.head + SEQUENCE_STEP) {
      // The room above the log's head is used up: take a real place.
      await this.#database
        .write(this.id, async (writer) => {
          writer.emit({ type: '_heartbeat', audience: { kind: 'nobody' }, payload: {} });
        })
        .catch(() => undefined);
    }
    const { waiter } = queue;
    if (!waiter) return;
    const beat = this.#heartbeat(queue, after);
    this.#stopWaiting(queue);
    waiter.answer([beat]);
  }

  // --- waking --------------------------------------------------------------------------------------------

  #wake(entries: readonly LogEntry[]): void {
    if (this.#waiting.size === 0) return;
    const named = new Set<number>();
    for (const { type, audience } of entries) {
      if (type.startsWith('_') || audience.kind === 'nobody') continue;
      if (audience.kind !== 'accounts') {
        this.#wakeQueues([...this.#waiting.values()].flatMap((queues) => [...queues]));
        return;
      }
      for (const id of audience.ids) named.add(id);
    }
    const queues: EventQueue[] = [];
    if (named.size < this.#waiting.size) {
      for (const id of named) queues.push(...(this.#waiting.get(id) ?? []));
    } else {
      for (const [id, waiting] of this.#waiting) if (named.has(id)) queues.push(...waiting);
    }
    this.#wakeQueues(queues);
  }

  /** Looks at the log for waiting queues, in slices, so that other requests get their turn in between. */
  #wakeQueues(queues: readonly EventQueue[]): void {
    const slice = queues.slice(0, WAKE_SLICE);
    for (const queue of slice) void this.#wakeOne(queue);
    if (queues.length > WAKE_SLICE) setImmediate(() => this.#wakeQueues(queues.slice(WAKE_SLICE)));
  }

  async #wakeOne(queue: EventQueue): Promise<void> {
    const { waiter } = queue;
    if (!waiter) return;
    const from = queue.scanned;
    try {
      const events = await this.#scan(queue, queue.acknowledged);
      if (events.length === 0) return;
      if (queue.waiter !== waiter) {
        // The poll was given up meanwhile: the next one looks again.
        queue.scanned = Math.min(queue.scanned, from);
        return;
      }
      this.#stopWaiting(queue);
      waiter.answer(events);
    } catch (error) {
      if (queue.waiter === waiter) this.#stopWaiting(queue);
      waiter.refuse(error as Error);
    }
  }

  /** Answers every waiting poll with a heartbeat; for a clean shutdown. */
  answerAll(): void {
    for (const queues of [...this.#waiting.values()]) {
      for (const queue of [...queues]) {
        const { waiter } = queue;
        this.#stopWaiting(queue);
        waiter?.answer([this.#heartbeat(queue, queue.acknowledged)]);
      }
    }
  }

  // --- upkeep --------------------------------------------------------------------------------------------

  /** Stores the positions of queues that moved since the last time. */
  async keepPositions(): Promise<void> {
    const moved: EventQueue[] = [];
    const now = nowSeconds();
    for (const queue of this.#queues.values()) {
      if (queue.waiter) {
        queue.lastSeenAt = now;
        queue.isDirty = true;
      }
      if (queue.isDirty) moved.push(queue);
      queue.isDirty = false;
    }
    await keepPositions(this.#database, this.id, moved);
  }

  /** Ends idle queues and cuts the log before what the remaining ones need; bounded in entries. */
  async sweep(): Promise<void> {
    await this.keepPositions();
    const ended = await this.#database.write(this.id, async (writer) => {
      const idle = await deleteIdleQueues(writer);
      const lowest = (await lowestPosition(writer)) ?? this.#tail.head;
      const bound = this.#tail.head - limits.logEntriesPerOrganization * SEQUENCE_STEP;
      if (lowest < bound) {
        const behind = await writer.db
          .deleteFrom('event_queue')
          .where('organization_id', '=', this.id)
          .where('acknowledged', '<', bound)
          .returning('id')
          .execute();
        idle.push(...behind.map((row) => row.id));
      }
      await writer.db
        .deleteFrom('event')
        .where('organization_id', '=', this.id)
        .where('sequence', '<=', Math.max(lowest, bound))
        .where('created_at', '<', writer.now - MINIMUM_AGE_SECONDS)
        .execute();
      return idle;
    });
    for (const id of ended) {
      const queue = this.#queues.get(id);
      if (queue) this.#forget(queue);
    }
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The place in the log at or below an event id: ids between two places are heartbeats'. */
function placeOf(id: number): number {
  return id - (id % SEQUENCE_STEP);
}
