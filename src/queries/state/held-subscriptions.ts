// The subscriptions of the accounts that were asked for lately, bounded by their periods, which are what takes the
// memory; and by channel the accounts among them, so that who may hear of a channel is found without a look at everybody.

import type { SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import { RecentMap } from './recent-map.ts';

const nobody: ReadonlySet<number> = new Set();

/** How much of the bound the periods of one account take. */
function weightOf(periods: SubscriptionPeriods): number {
  let weight = 1;
  for (const list of periods.values()) weight += list.length;
  return weight;
}

/** What is held of one organization's subscriptions. */
export class HeldSubscriptions {
  readonly #byAccount: RecentMap<number, SubscriptionPeriods>;
  readonly #byChannel = new Map<number, Set<number>>();
  /** Accounts whose periods were held once and are not now. */
  readonly #dropped = new Set<number>();

  /** @param limit periods, and one for each account */
  constructor(limit: number) {
    this.#byAccount = new RecentMap(limit, {
      weightOf,
      onDrop: (accountId, periods) => {
        for (const channelId of periods.keys()) this.#leave(channelId, accountId);
        this.#dropped.add(accountId);
      },
    });
  }

  /** The periods of an account, which count as used now. */
  get(accountId: number): SubscriptionPeriods | undefined {
    return this.#byAccount.get(accountId);
  }

  has(accountId: number): boolean {
    return this.#byAccount.has(accountId);
  }

  /** The accounts that are held. */
  keys(): IterableIterator<number> {
    return this.#byAccount.keys();
  }

  /** Holds the periods of an account. */
  set(accountId: number, periods: SubscriptionPeriods): void {
    const before = this.#byAccount.peek(accountId);
    for (const channelId of periods.keys()) if (!before?.has(channelId)) this.#join(channelId, accountId);
    for (const channelId of before?.keys() ?? []) {
      if (!periods.has(channelId)) this.#leave(channelId, accountId);
    }
    this.#dropped.delete(accountId);
    this.#byAccount.set(accountId, periods);
  }

  /** Takes newer periods of an account that is still held. */
  renew(accountId: number, periods: SubscriptionPeriods): void {
    if (this.has(accountId)) this.set(accountId, periods);
  }

  /** Those of the accounts held that are or ever were subscribed to a channel. */
  everIn(channelId: number): ReadonlySet<number> {
    return this.#byChannel.get(channelId) ?? nobody;
  }

  /** The accounts of which it is not known: they were held, and others took their room. */
  get dropped(): ReadonlySet<number> {
    return this.#dropped;
  }

  #join(channelId: number, accountId: number): void {
    const present = this.#byChannel.get(channelId);
    if (present) present.add(accountId);
    else this.#byChannel.set(channelId, new Set([accountId]));
  }

  #leave(channelId: number, accountId: number): void {
    const present = this.#byChannel.get(channelId);
    present?.delete(accountId);
    if (present?.size === 0) this.#byChannel.delete(channelId);
  }
}
