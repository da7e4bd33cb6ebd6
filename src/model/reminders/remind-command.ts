// Parses the argument of `/remind`: a time, followed by a text.

import { momentOfWallTime, type WallTime, wallTimeAt } from '../../local-time/wall-time.ts';

export interface RequestedReminder {
  /** Seconds since 1970. */
  readonly dueAt: number;
  readonly text: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Minutes in each unit, by its first letter. */
const units: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** The time of day if only a day is given. */
const MORNING = 9 * 60;

const LENGTH = /^(?:in\s+)?(\d{1,4})\s*(m|min|mins|minutes?|h|hours?|d|days?|w|weeks?)(?=[\s:])/i;
const DAY_NAME = new RegExp(
  `^(?:on\\s+)?(today|tomorrow|${weekdays.join('|')}|\\d{4}-\\d\\d-\\d\\d)(?=[\\s:])`,
  'i',
);
const TIME_OF_DAY = /^(?:at\s+)?(\d{1,2})(?::(\d\d))?\s*(am|pm)?(?=[\s:])/i;

/** The minutes since midnight at the start of a text, and its length there; undefined if there is no time of day. */
function timeOfDay(text: string): { readonly minutes: number; readonly length: number } | undefined {
  const [matched = '', hour = '', minute, half] = TIME_OF_DAY.exec(text) ?? [];
  // A number alone may be part of the text.
  if (minute === undefined && half === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0);
  const isReal = half === undefined ? hours < 24 : Number(hour) >= 1 && Number(hour) <= 12;
  if (!isReal || Number(minute ?? 0) > 59) return undefined;
  return { minutes: hours * 60 + Number(minute ?? 0), length: matched.length };
}

/** Midnight of a named day; undefined for a date that does not exist. */
function midnightOf(name: string, today: WallTime): WallTime | undefined {
  if (name === 'today') return today;
  if (name === 'tomorrow') return today + DAY;
  const weekday = weekdays.indexOf(name);
  if (weekday >= 0) return today + ((weekday - new Date(today).getUTCDay() + 6) % 7) * DAY + DAY;
  const midnight = Date.parse(`${name}T00:00:00Z`);
  return new Date(midnight).toJSON()?.startsWith(name) ? midnight : undefined;
}

/** The time at the start of an argument as a moment, and its length there. */
function momentIn(
  argument: string,
  now: number,
  zone: string,
): { readonly moment: number; readonly length: number } | undefined {
  const [length, count, unit = ''] = LENGTH.exec(argument) ?? [];
  if (length !== undefined)
    return {
      moment: now + Number(count) * (units[unit[0]?.toLowerCase() ?? ''] ?? 0) * MINUTE,
      length: length.length,
    };
  const wall = wallTimeAt(zone, now) ?? now;
  const today = wall - (wall % DAY);
  const [dayText = '', dayName] = DAY_NAME.exec(argument) ?? [];
  const afterDay = /^\s+/.exec(argument.slice(dayText.length))?.[0].length ?? 0;
  const time = timeOfDay(argument.slice(dayText.length + (dayName === undefined ? 0 : afterDay)));
  if (dayName === undefined && !time) return undefined;
  const midnight = dayName === undefined ? today : midnightOf(dayName.toLowerCase(), today);
  if (midnight === undefined || (dayName?.toLowerCase() === 'today' && !time)) return undefined;
  const at = midnight + (time?.minutes ?? MORNING) * MINUTE;
  const isTomorrow = dayName === undefined && at <= wall;
  const moment = momentOfWallTime(zone, isTomorrow ? at + DAY : at);
  const used = dayText.length + (time ? (dayName === undefined ? 0 : afterDay) + time.length : 0);
  return moment === undefined ? undefined : { moment, length: used };
}

/**
 * Reads `in 2 hours check the build`, `30m …`, `15:30 …`, `3pm …`, `tomorrow …`, `tomorrow at 8:00 …`, `friday …` or
 * `2026-12-01 9:00 …`. A time of day alone is the next such time, a day alone means nine in the morning.
 * @param now milliseconds since 1970
 * @param zone the IANA name of the person's time zone
 * @returns undefined if it names no time or no text; the time may have passed
 */
export function requestedReminder(
  argument: string,
  now: number,
  zone: string,
): RequestedReminder | undefined {
  const request = argument.replace(/^me\s+/i, '');
  const time = momentIn(`${request} `, now, zone);
  if (!time) return undefined;
  const text = request
    .slice(time.length)
    .replace(/^\s*:?\s*(?:to\s+|that\s+)?/i, '')
    .trim();
  return text === '' ? undefined : { dueAt: Math.floor(time.moment / 1000), text };
}
