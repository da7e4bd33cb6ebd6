// Periods of subscription, as spans of log positions. They determine which messages an account received, even
// if it changes its subscriptions later.

/** From one log position (inclusive) to another (exclusive; null if the subscription continues). */
export interface SubscriptionPeriod {
  readonly from: number;
  readonly to: number | null;
}

/** An account's periods by channel, excluding the times at which the account was not active. */
export type SubscriptionPeriods = ReadonlyMap<number, readonly SubscriptionPeriod[]>;

/**
 * The key for direct messages, used in place of a channel id. Its periods are those in which the account was
 * active; missing for accounts that always were.
 */
export const DIRECT_MESSAGES = 0;

/** Whether one of the periods contains a log position. */
export function coversPosition(
  periods: readonly SubscriptionPeriod[] | undefined,
  sequence: number,
): boolean {
  if (!periods) return false;
  for (const { from, to } of periods) if (from <= sequence && (to === null || sequence < to)) return true;
  return false;
}

/** Whether one of the periods contains a log position from `first` to `last` (both inclusive). */
export function overlaps(
  periods: readonly SubscriptionPeriod[] | undefined,
  first: number,
  last: number,
): boolean {
  return periods?.some(({ from, to }) => from <= last && (to === null || first < to)) ?? false;
}

/** Whether an account is currently subscribed. */
export function isSubscribed(periods: SubscriptionPeriods, channelId: number): boolean {
  return periods.get(channelId)?.at(-1)?.to === null;
}

/** The intersection of two lists of periods, each in order. */
export function intersectPeriods(
  periods: readonly SubscriptionPeriod[],
  others: readonly SubscriptionPeriod[],
): SubscriptionPeriod[] {
  const result: SubscriptionPeriod[] = [];
  for (const a of periods) {
    for (const b of others) {
      const from = Math.max(a.from, b.from);
      const to = a.to === null ? b.to : b.to === null ? a.to : Math.min(a.to, b.to);
      if (to === null || from < to) result.push({ from, to });
    }
  }
  return result;
}
