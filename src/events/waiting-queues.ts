// The queues whose polls wait, by account, so that an event for few people never looks at everybody's.

import type { LogEntry } from '../contract/event.ts';
import type { EventQueue, Waiter } from './queue.ts';

/** Queues with a poll that waits. */
export class WaitingQueues {
  readonly #byAccount = new Map<number, Set<EventQueue>>();
  #count = 0;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Notes that a queue's poll waits. */
  add(queue: EventQueue, waiter: Waiter): void {
    queue.waiter = waiter;
    this.#count++;
    const present = this.#byAccount.get(queue.record.accountId);
    if (present) present.add(queue);
    else this.#byAccount.set(queue.record.accountId, new Set([queue]));
  }

  /** Notes that it no longer does; a poll that was displaced leaves the one in its place alone. */
  remove(queue: EventQueue, waiter: Waiter): void {
    if (queue.waiter !== waiter) return;
    queue.waiter = undefined;
    this.#count--;
    const present = this.#byAccount.get(queue.record.accountId);
    present?.delete(queue);
    if (present?.size === 0) this.#byAccount.delete(queue.record.accountId);
  }

  /** All of them. */
  all(): EventQueue[] {
    return [...this.#byAccount.values()].flatMap((queues) => [...queues]);
  }

  /** Those whose people the entries may be for; rules of audiences are left to the look at the log. */
  concernedBy(entries: readonly LogEntry[]): EventQueue[] {
    if (this.#count === 0) return [];
    const named = new Set<number>();
    for (const { type, audience } of entries) {
      if (type.startsWith('_') || audience.kind === 'nobody') continue;
      if (audience.kind !== 'accounts') return this.all();
      for (const id of audience.ids) named.add(id);
    }
    const queues: EventQueue[] = [];
    if (named.size < this.#byAccount.size) {
      for (const id of named) queues.push(...(this.#byAccount.get(id) ?? []));
    } else {
      for (const [id, waiting] of this.#byAccount) if (named.has(id)) queues.push(...waiting);
    }
    return queues;
  }
}
