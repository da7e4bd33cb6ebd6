// Computes when a person who does not want to be disturbed can be notified again. The server and the browser client share
// this rule: every client computes it from the same state, so that nothing has to be sent when quiet hours begin or end.

import { momentOfWallTime, type WallTime, wallTimeAt } from './wall-time.ts';

/** The weekly period in which a person does not want to be disturbed, in local time. */
export interface QuietHours {
  readonly enabled: boolean;
  /** The days on which the period begins: 1 for Monday to 7 for Sunday. */
  readonly days: readonly number[];
  /** When the period begins, as `HH:MM`. */
  readonly from: string;
  /** When it ends, as `HH:MM`: on the next day unless it is later than `from`. */
  readonly to: string;
}

/** The times at which a person does not want to be disturbed. */
export interface QuietTimes {
  /** When the pause ends, in seconds since 1970; 0 or in the past if notifications are not paused. */
  readonly paused_until: number;
  readonly quiet_hours: QuietHours;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A person is quiet at all times if the periods of so many days follow each other without a gap. */
const DAYS_OF_ALL_TIMES = 8;

/** The milliseconds from midnight to a time of day as `HH:MM`. */
function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE;
}

/** 1 for Monday to 7 for Sunday. */
function weekdayOf(midnight: WallTime): number {
  return new Date(midnight).getUTCDay() || 7;
}

/** When the quiet hours at a moment end, in milliseconds since 1970; undefined if it is in none. */
function endOfHours({ days, from, to }: QuietHours, zone: string, moment: number): number | undefined {
  const wall = wallTimeAt(zone, moment) ?? moment;
  const today = wall - (wall % DAY);
  const [begin, end] = [sinceMidnight(from), sinceMidnight(to)];
  const length = end > begin ? end - begin : end - begin + DAY;
  const momentOf = (local: WallTime) => momentOfWallTime(zone, local) ?? local;
  const endTimes = [today - DAY, today]
    .filter((midnight) => days.includes(weekdayOf(midnight)))
    .filter((midnight) => momentOf(midnight + begin) <= moment)
    .map((midnight) => momentOf(midnight + begin + length));
  const last = Math.max(...endTimes);
  return last > moment ? last : undefined;
}

/**
 * When a person's quiet time ends: their pause and their quiet hours, together if they overlap or follow each other.
 * @param zone the IANA name of the person's time zone; an unknown one counts as UTC
 * @param now seconds since 1970
 * @returns seconds since 1970, infinity if it never ends, or null if the person is not quiet now
 */
export function quietUntil(
  { paused_until, quiet_hours }: QuietTimes,
  zone: string,
  now: number,
): number | null {
  let until = Math.max(now, paused_until) * 1000;
  if (quiet_hours.enabled) {
    for (let day = 0; ; day++) {
      const end = endOfHours(quiet_hours, zone, until);
      if (end === undefined) break;
      if (day === DAYS_OF_ALL_TIMES) return Number.POSITIVE_INFINITY;
      until = end;
    }
  }
  return until > now * 1000 ? until / 1000 : null;
}
