// The queues whose polls wait, by account, so that an entry for few people never looks at everybody's.

import type { HeldSubscriptions } from '../queries/state/held-subscriptions.ts';
import type { Reach } from './audience-index.ts';
import type { EventQueue, Waiter } from './queue.ts';

interface Members {
  readonly size: number;
  has(id: number): boolean;
  [Symbol.iterator](): Iterator<number>;
}

/** Queues with a poll that waits. */
export class WaitingQueues {
  readonly #held: Pick<HeldSubscriptions, 'everIn' | 'dropped'>;
  readonly #byAccount = new Map<number, Set<EventQueue>>();
  /** Those that asked for all public channels. */
  readonly #ofAllPublic = new Set<EventQueue>();
  #count = 0;

  constructor(held: Pick<HeldSubscriptions, 'everIn' | 'dropped'>) {
    this.#held = held;
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Notes that a queue's poll waits. */
  add(queue: EventQueue, waiter: Waiter): void {
    queue.waiter = waiter;
    this.#count++;
    const { accountId, options } = queue.record;
    if (options.allPublicStreams) this.#ofAllPublic.add(queue);
    const present = this.#byAccount.get(accountId);
    if (present) present.add(queue);
    else this.#byAccount.set(accountId, new Set([queue]));
  }

  /** Notes that it no longer does; a poll that was displaced leaves the one in its place alone. */
  remove(queue: EventQueue, waiter: Waiter): void {
    if (queue.waiter !== waiter) return;
    queue.waiter = undefined;
    this.#count--;
    this.#ofAllPublic.delete(queue);
    const { accountId } = queue.record;
    const present = this.#byAccount.get(accountId);
    present?.delete(queue);
    if (present?.size === 0) this.#byAccount.delete(accountId);
  }

  /** Those of an account. */
  of(accountId: number): readonly EventQueue[] {
    return [...(this.#byAccount.get(accountId) ?? [])];
  }

  /** All of them. */
  all(): ReadonlySet<EventQueue> {
    return new Set([...this.#byAccount.values()].flatMap((queues) => [...queues]));
  }

  /** Those within an audience's reach, as far as it is in memory who is in its channels. */
  within({ accountIds, channelIds, isPublic }: Reach): ReadonlySet<EventQueue> {
    const queues = new Set(isPublic ? this.#ofAllPublic : []);
    for (const queue of this.#of(new Set(accountIds))) queues.add(queue);
    for (const id of channelIds) for (const queue of this.#of(this.#held.everIn(id))) queues.add(queue);
    return queues;
  }

  /** Those of accounts whose channels are no longer in memory. */
  ofDropped(): EventQueue[] {
    return this.#of(this.#held.dropped);
  }

  #of(accountIds: Members): EventQueue[] {
    const queues: EventQueue[] = [];
    if (accountIds.size <= this.#byAccount.size) {
      for (const id of accountIds) queues.push(...(this.#byAccount.get(id) ?? []));
    } else {
      for (const [id, waiting] of this.#byAccount) if (accountIds.has(id)) queues.push(...waiting);
    }
    return queues;
  }
}
