// Finds the waiting polls that a commit is for. Other polls are not scanned. When they are scanned later, they skip the
// entries that are known not to be for them.

import type { LogEntry } from '../api-contract/event.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { everSubscribedAccounts } from '../stores/subscriptions/period-store.ts';
import { reachOf } from './audience-index.ts';
import type { LogScan } from './log-scan.ts';
import type { EventQueue, Waiter } from './queue.ts';
import type { WaitingQueues } from './waiting-queues.ts';

/** Waiting polls scanned in one turn of the event loop. */
const SLICE = 200;

/** The dependencies of waking polls. */
interface Dependencies {
  readonly waiting: WaitingQueues;
  readonly log: LogScan;
  reader(): Reader;
  /** Scans the log for a queue with a waiting poll. */
  scanFor(queue: EventQueue): void;
}

/** Wakes the waiting polls of one organization. */
export class PollWakeup {
  readonly #deps: Dependencies;
  /** For entries up to this log position it is known which waiting polls they are for. */
  #checkedThrough = 0;
  #checks = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * The number of waiting polls that an entry caused work for, summed over all entries since the organization
   * was loaded.
   */
  get checkCount(): number {
    return this.#checks;
  }

  /** Scans the log for the waiting queues that new entries up to `head` may be for. */
  wake(entries: readonly LogEntry[], head: number): void {
    const queuesToWake = new Set<EventQueue>();
    const channelIds = new Set<number>();
    for (const entry of entries) this.#choose(entry, queuesToWake, channelIds);
    for (const { waiter } of queuesToWake) {
      if (!waiter) continue;
      this.skipChecked(waiter);
      waiter.wasWoken = true;
    }
    if (channelIds.size > 0) void this.#scanSubscribed(this.#deps.waiting.ofDropped(), [...channelIds]);
    this.#checkedThrough = head;
    this.#scan([...queuesToWake]);
  }

  /** Skips the entries that are known not to be for a poll. */
  skipChecked({ cursor, isScanning, wasWoken, pendingChecks }: Waiter): void {
    if (!isScanning && !wasWoken && pendingChecks === 0)
      cursor.scanned = Math.max(cursor.scanned, this.#checkedThrough);
  }

  /** Adds the queues that an entry may be for, and the channels whose subscribers it may be for. */
  #choose(entry: LogEntry, chosen: Set<EventQueue>, channelIds: Set<number>): void {
    const { waiting, log } = this.#deps;
    if (waiting.count === 0 || entry.type.startsWith('_')) return;
    const reach = reachOf(entry.audience);
    const reachedQueues = reach === 'anybody' ? waiting.all() : waiting.within(reach);
    this.#checks += reachedQueues.size;
    for (const queue of reachedQueues) if (!chosen.has(queue) && log.mayShow(queue, entry)) chosen.add(queue);
    if (reach !== 'anybody') for (const id of reach.channelIds) channelIds.add(id);
  }

  /** In slices, so that other requests run in between. */
  #scan(queues: readonly EventQueue[]): void {
    for (const queue of queues.slice(0, SLICE)) this.#deps.scanFor(queue);
    if (queues.length > SLICE) setImmediate(() => this.#scan(queues.slice(SLICE)));
  }

  /** Scans the queues of accounts whose subscriptions are not in memory; one query finds those accounts. */
  async #scanSubscribed(uncached: readonly EventQueue[], channelIds: readonly number[]): Promise<void> {
    if (uncached.length === 0) return;
    const waiters = uncached.flatMap(({ waiter }) => waiter ?? []);
    for (const waiter of waiters) waiter.pendingChecks++;
    const accountIds = await everSubscribedAccounts(this.#deps.reader(), channelIds)
      // If the query fails, all are scanned: that does no harm, and reports the error.
      .catch(() => new Set(uncached.map(({ record }) => record.accountId)));
    for (const waiter of waiters) waiter.pendingChecks--;
    this.#scan(uncached.filter(({ record }) => accountIds.has(record.accountId)));
  }
}
