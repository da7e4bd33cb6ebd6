// A cache of subscriptions of recently used accounts, bounded by their number of periods, which determines the memory.
// It also lists the cached accounts by channel, so the audience of a channel is found without checking everyone.

import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import { LruMap } from './lru-map.ts';

const none: ReadonlySet<number> = new Set();

/** How much of the limit the periods of one account take. */
function weightOf(periods: SubscriptionPeriods): number {
  let weight = 1;
  for (const list of periods.values()) weight += list.length;
  return weight;
}

/** The cached subscriptions of one organization. */
export class SubscriptionCache {
  readonly #byAccount: LruMap<number, SubscriptionPeriods>;
  readonly #byChannel = new Map<number, Set<number>>();
  /** Accounts whose periods were evicted. */
  readonly #evicted = new Set<number>();

  /** @param limit the number of periods, plus one for each account */
  constructor(limit: number) {
    this.#byAccount = new LruMap(limit, {
      weightOf,
      onDrop: (accountId, periods) => {
        for (const channelId of periods.keys()) this.#remove(channelId, accountId);
        this.#evicted.add(accountId);
      },
    });
  }

  /** The periods of an account; counts as a use. */
  get(accountId: number): SubscriptionPeriods | undefined {
    return this.#byAccount.get(accountId);
  }

  has(accountId: number): boolean {
    return this.#byAccount.has(accountId);
  }

  /** The cached accounts. */
  keys(): IterableIterator<number> {
    return this.#byAccount.keys();
  }

  /** Caches the periods of an account. */
  set(accountId: number, periods: SubscriptionPeriods): void {
    const before = this.#byAccount.peek(accountId);
    for (const channelId of periods.keys()) if (!before?.has(channelId)) this.#join(channelId, accountId);
    for (const channelId of before?.keys() ?? []) {
      if (!periods.has(channelId)) this.#remove(channelId, accountId);
    }
    this.#evicted.delete(accountId);
    this.#byAccount.set(accountId, periods);
  }

  /** Updates the periods of an account that is still cached. */
  update(accountId: number, periods: SubscriptionPeriods): void {
    if (this.has(accountId)) this.set(accountId, periods);
  }

  /** The cached accounts that are or were subscribed to a channel. */
  everSubscribedTo(channelId: number): ReadonlySet<number> {
    return this.#byChannel.get(channelId) ?? none;
  }

  /** The accounts that were evicted, so it is unknown whether they are subscribed. */
  get evicted(): ReadonlySet<number> {
    return this.#evicted;
  }

  #join(channelId: number, accountId: number): void {
    const accountIds = this.#byChannel.get(channelId);
    if (accountIds) accountIds.add(accountId);
    else this.#byChannel.set(channelId, new Set([accountId]));
  }

  #remove(channelId: number, accountId: number): void {
    const accountIds = this.#byChannel.get(channelId);
    accountIds?.delete(accountId);
    if (accountIds?.size === 0) this.#byChannel.delete(channelId);
  }
}
