// Finds the waiting polls that something committed is for. The others pay nothing for it: they are not looked at, and what
// was found not to be for them they pass over when they are.

import type { LogEntry } from '../api-contract/event.ts';
import type { Reader } from '../storage/session.ts';
import { accountsEverIn } from '../stores/subscriptions/period-store.ts';
import { reachOf } from './audience-index.ts';
import type { LogScan } from './log-scan.ts';
import type { EventQueue, Waiter } from './queue.ts';
import type { WaitingQueues } from './waiting-queues.ts';

/** Waiting polls that are looked at in one turn of the event loop. */
const SLICE = 200;

/** What is needed to wake polls. */
interface WakerParts {
  readonly waiting: WaitingQueues;
  readonly log: LogScan;
  reader(): Reader;
  /** Looks at the log for a queue whose poll waits. */
  look(queue: EventQueue): void;
}

/** Wakes the waiting polls of one organization. */
export class PollWakeup {
  readonly #parts: WakerParts;
  /** Up to here it was found out of each entry for whom of those who wait it is. */
  #considered = 0;
  #looks = 0;

  constructor(parts: WakerParts) {
    this.#parts = parts;
  }

  /** For how many waiting polls an entry cost any work, summed over the entries since the organization was loaded. */
  get looks(): number {
    return this.#looks;
  }

  /** Looks at the log for the waiting queues that new entries, which end at a place, are for. */
  wake(entries: readonly LogEntry[], head: number): void {
    const chosen = new Set<EventQueue>();
    const channelIds = new Set<number>();
    for (const entry of entries) this.#choose(entry, chosen, channelIds);
    for (const { waiter } of chosen) {
      if (!waiter) continue;
      this.passOver(waiter);
      waiter.wasWoken = true;
    }
    if (channelIds.size > 0) void this.#lookUp(this.#parts.waiting.ofDropped(), [...channelIds]);
    this.#considered = head;
    this.#look([...chosen]);
  }

  /** Passes over the entries of which it is known that they are not for a poll. */
  passOver({ cursor, isLooking, wasWoken, lookups }: Waiter): void {
    if (!isLooking && !wasWoken && lookups === 0) cursor.scanned = Math.max(cursor.scanned, this.#considered);
  }

  /** Adds the queues that an entry is for, and the channels whose people it may be for. */
  #choose(entry: LogEntry, chosen: Set<EventQueue>, channelIds: Set<number>): void {
    const { waiting, log } = this.#parts;
    if (waiting.count === 0 || entry.type.startsWith('_')) return;
    const reach = reachOf(entry.audience);
    const reached = reach === 'anybody' ? waiting.all() : waiting.within(reach);
    this.#looks += reached.size;
    for (const queue of reached) if (!chosen.has(queue) && log.mayShow(queue, entry)) chosen.add(queue);
    if (reach !== 'anybody') for (const id of reach.channelIds) channelIds.add(id);
  }

  /** In slices, so that other requests get their turn in between. */
  #look(queues: readonly EventQueue[]): void {
    for (const queue of queues.slice(0, SLICE)) this.#parts.look(queue);
    if (queues.length > SLICE) setImmediate(() => this.#look(queues.slice(SLICE)));
  }

  /** The same for accounts whose channels are not in memory: one look at the tables tells which of them to look at. */
  async #lookUp(unsure: readonly EventQueue[], channelIds: readonly number[]): Promise<void> {
    if (unsure.length === 0) return;
    const waiters = unsure.flatMap(({ waiter }) => waiter ?? []);
    for (const waiter of waiters) waiter.lookups++;
    const accountIds = await accountsEverIn(this.#parts.reader(), channelIds)
      // Whoever is looked at for nothing loses nothing; and the look says what is wrong with the database.
      .catch(() => new Set(unsure.map(({ record }) => record.accountId)));
    for (const waiter of waiters) waiter.lookups--;
    this.#look(unsure.filter(({ record }) => accountIds.has(record.accountId)));
  }
}
