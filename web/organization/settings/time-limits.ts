// Time limits after which something is no longer allowed: the offered ones, and conversion of custom ones.

import { t } from '../../i18n/texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In seconds; null for no limit. */
export const offeredLimits = [2 * MINUTE, 10 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY, null] as const;

export type LimitUnit = 'minutes' | 'hours' | 'days';
const seconds: Readonly<Record<LimitUnit, number>> = { minutes: MINUTE, hours: HOUR, days: DAY };

export interface Limit {
  readonly count: number;
  readonly unit: LimitUnit;
}

/** A limit in the largest unit that divides it; less than a minute is rounded up. */
export function limitOf(limit: number): Limit {
  const unit = (['days', 'hours'] as const).find(
    (unit) => limit >= seconds[unit] && limit % seconds[unit] === 0,
  );
  return { count: Math.ceil(limit / seconds[unit ?? 'minutes']), unit: unit ?? 'minutes' };
}

export function secondsOf({ count, unit }: Limit): number {
  return count * seconds[unit];
}

export function limitText(limit: number | null): string {
  if (limit === null) return t('limit.none');
  const { count, unit } = limitOf(limit);
  return t(`limit.${unit}`, { count });
}
