// The queues with waiting polls, by account, so that an entry for a few accounts does not have to check all
// of them.

import type { SubscriptionCache } from '../queries/state/subscription-cache.ts';
import type { Reach } from './audience-index.ts';
import type { EventQueue, Waiter } from './queue.ts';

interface Members {
  readonly size: number;
  has(id: number): boolean;
  [Symbol.iterator](): Iterator<number>;
}

export class WaitingQueues {
  readonly #subscriptions: Pick<SubscriptionCache, 'everSubscribedTo' | 'evicted'>;
  readonly #byAccount = new Map<number, Set<EventQueue>>();
  /** The queues that want all public channels. */
  readonly #ofAllPublic = new Set<EventQueue>();
  #count = 0;

  constructor(subscriptions: Pick<SubscriptionCache, 'everSubscribedTo' | 'evicted'>) {
    this.#subscriptions = subscriptions;
  }

  /** The number of queues. */
  get count(): number {
    return this.#count;
  }

  /** Adds a queue whose poll waits. */
  add(queue: EventQueue, waiter: Waiter): void {
    queue.waiter = waiter;
    this.#count++;
    const { accountId, options } = queue.record;
    if (options.allPublicStreams) this.#ofAllPublic.add(queue);
    const queuesOfAccount = this.#byAccount.get(accountId);
    if (queuesOfAccount) queuesOfAccount.add(queue);
    else this.#byAccount.set(accountId, new Set([queue]));
  }

  /**
   * Removes a queue whose poll no longer waits; a displaced poll does not remove the one that replaced it.
   */
  remove(queue: EventQueue, waiter: Waiter): void {
    if (queue.waiter !== waiter) return;
    queue.waiter = undefined;
    this.#count--;
    this.#ofAllPublic.delete(queue);
    const { accountId } = queue.record;
    const queuesOfAccount = this.#byAccount.get(accountId);
    queuesOfAccount?.delete(queue);
    if (queuesOfAccount?.size === 0) this.#byAccount.delete(accountId);
  }

  of(accountId: number): readonly EventQueue[] {
    return [...(this.#byAccount.get(accountId) ?? [])];
  }

  all(): ReadonlySet<EventQueue> {
    return new Set([...this.#byAccount.values()].flatMap((queues) => [...queues]));
  }

  /** The queues within an audience's reach, as far as the subscribers of its channels are in memory. */
  within({ accountIds, channelIds, isPublic }: Reach): ReadonlySet<EventQueue> {
    const queues = new Set(isPublic ? this.#ofAllPublic : []);
    for (const queue of this.#of(new Set(accountIds))) queues.add(queue);
    for (const id of channelIds)
      for (const queue of this.#of(this.#subscriptions.everSubscribedTo(id))) queues.add(queue);
    return queues;
  }

  /** The queues of accounts whose subscriptions are no longer in memory. */
  ofDropped(): EventQueue[] {
    return this.#of(this.#subscriptions.evicted);
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
