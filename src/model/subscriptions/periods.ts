// Periods of being subscribed, counted in places in the log: what was received is decided by them, however long ago it
// was sent.

/** Subscribed from one place in the log (inclusive) to another (exclusive; null: still). */
export interface Period {
  readonly from: number;
  readonly to: number | null;
}

/** The periods of one account, by channel; without the times at which the account was not active. */
export type SubscriptionPeriods = ReadonlyMap<number, readonly Period[]>;

/**
 * Stands among the channels for direct messages: the periods in which the account was active. Missing for
 * accounts that always were.
 */
export const DIRECT = 0;

/** Whether any of the periods covers a place in the log. */
export function covers(periods: readonly Period[] | undefined, sequence: number): boolean {
  if (!periods) return false;
  for (const { from, to } of periods) if (from <= sequence && (to === null || sequence < to)) return true;
  return false;
}

/** Whether any of the periods covers some place from one to another (both inclusive). */
export function overlaps(periods: readonly Period[] | undefined, first: number, last: number): boolean {
  return periods?.some(({ from, to }) => from <= last && (to === null || first < to)) ?? false;
}

/** Whether an account is subscribed now. */
export function isSubscribed(periods: SubscriptionPeriods, channelId: number): boolean {
  return periods.get(channelId)?.at(-1)?.to === null;
}

/** The parts that two lists of periods, each in order, have in common. */
export function overlap(some: readonly Period[], others: readonly Period[]): Period[] {
  const result: Period[] = [];
  for (const a of some) {
    for (const b of others) {
      const from = Math.max(a.from, b.from);
      const to = a.to === null ? b.to : b.to === null ? a.to : Math.min(a.to, b.to);
      if (to === null || from < to) result.push({ from, to });
    }
  }
  return result;
}
