// The event queues of one organization: created, found, ended, and removed when idle. A queue is a small row;
// its object in memory can be rebuilt from the row at any time.

import { randomUUID } from 'node:crypto';
import { badEventQueue } from '../api-contract/error.ts';
import { SEQUENCE_STEP } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { lowestSubscriptionPosition } from '../stores/event-subscriptions/lease-store.ts';
import { type EndedQueues, endQueue } from './end-queues.ts';
import { EventQueue, type QueueOptions, type QueueRecord } from './queue.ts';
import {
  cutLog,
  deleteIdleQueues,
  deleteQueue,
  deleteQueuesBehind,
  insertQueue,
  lowestPosition,
  positionWithinBytes,
  presentQueueIds,
  queueIdsOf,
  readQueue,
  storePositions,
} from './queue-store.ts';

/** Entries stay in the log at least this long, regardless of the queues. */
const MINIMUM_AGE_SECONDS = 300;

/** The queues that this server has in memory, and the rows of all. */
export class QueueRegistry {
  readonly #database: ParleyDatabase;
  readonly #organizationId: number;
  readonly #onEnd: (queue: EventQueue) => void;
  readonly #queues = new Map<string, EventQueue>();

  constructor(database: ParleyDatabase, organizationId: number, onEnd: (queue: EventQueue) => void) {
    this.#database = database;
    this.#organizationId = organizationId;
    this.#onEnd = onEnd;
  }

  /** The number in memory. */
  get size(): number {
    return this.#queues.size;
  }

  /** Creates a queue that begins at a log position; resolves once it is durable. */
  async register(
    accountId: number,
    startSequence: number,
    idleSeconds: number,
    options: QueueOptions,
  ): Promise<QueueRecord> {
    const record: QueueRecord = {
      id: randomUUID(),
      organizationId: this.#organizationId,
      accountId,
      startSequence,
      idleSeconds,
      options,
    };
    const endedQueues = await this.#database.write(this.#organizationId, async (writer) => {
      const existingIds = await queueIdsOf(writer, accountId);
      // Limited per account: the least recently polled queues are removed.
      const tooMany = existingIds.slice(0, Math.max(0, existingIds.length - limits.queuesPerAccount + 1));
      for (const id of tooMany) await deleteQueue(writer, id);
      await insertQueue(writer, record);
      return tooMany;
    });
    for (const id of endedQueues) this.#forget(id);
    this.#queues.set(record.id, new EventQueue(record, startSequence));
    return record;
  }

  /** A queue of an account. The error is the same for an unknown, an idle and another account's queue. */
  async find(queueId: string, accountId: number): Promise<EventQueue> {
    let queue = this.#queues.get(queueId) ?? (await this.#read(queueId));
    // Its client may have polled another server for a while.
    if (queue?.isIdle) queue = await this.#refresh(queue);
    if (queue?.record.accountId !== accountId || queue.isIdle) throw badEventQueue(queueId);
    return queue;
  }

  async #read(queueId: string): Promise<EventQueue | undefined> {
    const storedQueue = await readQueue(this.#database.reader(this.#organizationId), queueId);
    // Concurrent polls may both read it: they must get the same object.
    const queue = this.#queues.get(queueId) ?? storedQueue;
    if (queue) this.#queues.set(queueId, queue);
    return queue;
  }

  async #refresh(queue: EventQueue): Promise<EventQueue | undefined> {
    const storedRecord = await readQueue(this.#database.reader(this.#organizationId), queue.record.id);
    if (!storedRecord) this.#forget(queue.record.id);
    else queue.mergeStored(storedRecord);
    return storedRecord && queue;
  }

  /** Ends a queue of an account. */
  async delete(queueId: string, accountId: number): Promise<void> {
    await this.find(queueId, accountId);
    await this.#database.write(this.#organizationId, (writer) => endQueue(writer, queueId));
    this.#forget(queueId);
  }

  /**
   * Drops queues from memory whose rows are removed already: individual queues, and all queues of accounts that lost
   * access.
   */
  dropEnded({ queueIds, accountIds }: EndedQueues): void {
    for (const id of queueIds) this.#forget(id);
    if (accountIds.size === 0) return;
    for (const queue of [...this.#queues.values()]) {
      if (accountIds.has(queue.record.accountId)) this.#forget(queue.record.id);
    }
  }

  #forget(queueId: string): void {
    const queue = this.#queues.get(queueId);
    if (!queue) return;
    this.#queues.delete(queueId);
    queue.hasEnded = true;
    this.#onEnd(queue);
  }

  /**
   * How many seconds ago the clients of some queues last waited for events here; 0 for those that wait. Queues that this
   * server does not have in memory are left out.
   */
  pollAges(queueIds: Iterable<string>): Map<string, number> {
    const ages = new Map<string, number>();
    for (const id of queueIds) {
      const queue = this.#queues.get(id);
      if (queue) ages.set(id, queue.waiter ? 0 : Math.ceil(queue.secondsSincePoll));
    }
    return ages;
  }

  /** Stores the positions of queues that moved since the last call. */
  async storePositions(): Promise<void> {
    const movedQueues: EventQueue[] = [];
    for (const queue of this.#queues.values()) {
      if (queue.waiter) queue.touch();
      if (queue.isDirty) movedQueues.push(queue);
      queue.isDirty = false;
    }
    try {
      await storePositions(this.#database, this.#organizationId, movedQueues);
    } catch (error) {
      for (const queue of movedQueues) queue.isDirty = true;
      throw error;
    }
  }

  /**
   * Ends idle queues, and those so far behind that they would prevent the log from being cut; then cuts the log.
   */
  async sweep(head: number): Promise<void> {
    await this.storePositions();
    const queueIds = [...this.#queues.keys()];
    const leavesWork = await this.#database.shouldLeaveWork();
    const remaining = await this.#database.write(this.#organizationId, async (writer) => {
      if (leavesWork) return presentQueueIds(writer);
      await deleteIdleQueues(writer, this.#queues.values());
      const lowestAllowed = head - limits.logEntriesPerOrganization * SEQUENCE_STEP;
      const lowestWithinBytes = await positionWithinBytes(writer, limits.logBytesPerOrganization);
      const bound = Math.max(lowestAllowed, lowestWithinBytes);
      await deleteQueuesBehind(writer, bound);
      const positions = [await lowestPosition(writer), await lowestSubscriptionPosition(writer, bound), head];
      const oldestNeeded = Math.min(...positions.filter((position) => position !== undefined));
      await cutLog(writer, oldestNeeded, writer.now - MINIMUM_AGE_SECONDS);
      return await presentQueueIds(writer);
    });
    // Queues ended here or by another server: the log may be cut before what they need.
    for (const id of queueIds) if (!remaining.has(id)) this.#forget(id);
  }
}
