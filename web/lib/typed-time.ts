// Reads a time as people type it, such as `9:30`, `5 pm`, `tomorrow 9:00`, `friday` or `2026-12-01 14:00`, in the
// browser's time zone.

import { foldText } from './ranking.ts';

/** The words for days, in any case and with or without accents: today, tomorrow, and the days of the week from Monday. */
export interface DayWords {
  readonly today: readonly string[];
  readonly tomorrow: readonly string[];
  readonly weekdays: readonly (readonly string[])[];
}

/** The hour if only a day is given. */
const MORNING = 9;
/** The fewest letters that stand for a day. */
const SHORTEST_DAY = 2;

const TIME_OF_DAY = /^(\d{1,2})(?:[:.h](\d\d)|h)?\s*(am|pm)?$/;
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** Hours and minutes; undefined for anything that no clock shows. */
function readTimeOfDay(typed: string): readonly [hours: number, minutes: number] | undefined {
  const [, hour, minute = '0', half] = TIME_OF_DAY.exec(typed) ?? [];
  if (hour === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const isReal = half === undefined ? hours < 24 : Number(hour) >= 1 && Number(hour) <= 12;
  return isReal && Number(minute) < 60 ? [hours, Number(minute)] : undefined;
}

/** Midnight of a day; a day of the week is the next one after today. */
function readDay(typed: string, now: Date, words: DayWords): Date | undefined {
  const daysAhead = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const [, year, month, day] = DATE.exec(typed) ?? [];
  if (year !== undefined) {
    const date = new Date(Number(year), Number(month) - 1, Number(day));
    return date.getDate() === Number(day) && date.getMonth() === Number(month) - 1 ? date : undefined;
  }
  if (typed.length < SHORTEST_DAY) return undefined;
  const isOneOf = (names: readonly string[]) =>
    names.some((name) => foldText(name).startsWith(foldText(typed)));
  if (isOneOf(words.today)) return daysAhead(0);
  if (isOneOf(words.tomorrow)) return daysAhead(1);
  const weekday = words.weekdays.findIndex(isOneOf);
  return weekday < 0 ? undefined : daysAhead(((weekday - now.getDay() + 7) % 7) + 1);
}

/**
 * The time that a text stands for, in seconds since 1970: a day, a time of day, or both. A time of day alone is the
 * next one. Undefined if it cannot be read.
 */
export function readTypedTime(typed: string, now: Date, words: DayWords): number | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(\d{4}-\d\d?-\d\d?)t/, '$1 ');
  const timeOfDay = readTimeOfDay(text);
  if (timeOfDay) {
    const at = (days: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, ...timeOfDay).getTime();
    return (at(0) > now.getTime() ? at(0) : at(1)) / 1000;
  }
  const space = text.indexOf(' ');
  const day = readDay(space < 0 ? text : text.slice(0, space), now, words);
  const time = space < 0 ? ([MORNING, 0] as const) : readTimeOfDay(text.slice(space + 1).trim());
  if (!day || !time) return undefined;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), ...time).getTime() / 1000;
}
