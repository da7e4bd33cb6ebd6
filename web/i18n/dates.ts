// Formats dates and times in the page's language.

import { currentLocale, t } from './texts.ts';

/** A person's time format: `twenty_four_hour_time` of their settings. */
export interface Clock {
  readonly is24Hours: boolean;
  /** The time zone for another person's local time; the browser's by default. */
  readonly timeZone?: string;
}

/** Whether to use a 24-hour clock; null means the default of the page's locale. */
export function has24Hours(setting: boolean | null | undefined): boolean {
  if (typeof setting === 'boolean') return setting;
  const locale = currentLocale();
  const is24Hours = hourCycles.get(locale) ?? counts24Hours(locale);
  hourCycles.set(locale, is24Hours);
  return is24Hours;
}

/** Cached, since it is read at each rendering and slow to determine. */
const hourCycles = new Map<string, boolean>();

function counts24Hours(locale: string): boolean {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24';
}

/** Creates the formats of messages' times in advance, while the page waits for something. */
export function prepareTimes(): void {
  const clock = { is24Hours: has24Hours(undefined) };
  fullTime(0, clock);
  timeOfDay(0, clock);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes a hundred times as long as using it. */
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${JSON.stringify(options)}`;
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(currentLocale(), options);
  formats.set(key, cached);
  return cached;
}

/** Rows and their labels show the same few times of day, so their texts are cached. */
const MAX_TIMES = 500;
const times = new Map<string, string>();

function cachedTime(name: string, seconds: number, clock: Clock, render: () => string): string {
  const minute = Math.floor(seconds / 60);
  const key = `${name} ${minute} ${clock.is24Hours} ${clock.timeZone ?? ''} ${currentLocale()}`;
  const text = times.get(key) ?? render();
  if (times.size >= MAX_TIMES) times.clear();
  times.set(key, text);
  return text;
}

function timeZoneOption(timeZone: string | undefined): Intl.DateTimeFormatOptions {
  return timeZone === undefined || timeZone === '' ? {} : { timeZone };
}

/** `10:04`, `10:04 PM`. */
export function timeOfDay(seconds: number, clock: Clock): string {
  const { is24Hours, timeZone } = clock;
  return cachedTime('time', seconds, clock, () =>
    format({
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: is24Hours ? 'h23' : 'h12',
      ...timeZoneOption(timeZone),
    }).format(seconds * 1000),
  );
}

/** The local day of a time as `2026-11-22`; equal for equal days. */
export function dayKey(seconds: number): string {
  const date = new Date(seconds * 1000);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The key of the local day before the day of a time. */
function dayBefore(now: number): string {
  const yesterday = new Date(now * 1000);
  yesterday.setDate(yesterday.getDate() - 1);
  return dayKey(yesterday.getTime() / 1000);
}

/** `Today`, `Yesterday`, `Thursday 20 November`; with the year unless it is the current one. */
export function dayText(seconds: number, now: number): string {
  const key = dayKey(seconds);
  if (key === dayKey(now)) return t('dates.today');
  if (key === dayBefore(now)) return t('dates.yesterday');
  const isThisYear = key.slice(0, 4) === dayKey(now).slice(0, 4);
  return format({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(seconds * 1000);
}

/** The complete date and time, for labels and tooltips: `Thursday, November 20, 2026 at 10:04 PM`. */
export function fullTime(seconds: number, clock: Clock): string {
  const { is24Hours, timeZone } = clock;
  return cachedTime('all', seconds, clock, () =>
    format({
      dateStyle: 'full',
      timeStyle: 'short',
      hourCycle: is24Hours ? 'h23' : 'h12',
      ...timeZoneOption(timeZone),
    }).format(seconds * 1000),
  );
}

/** `Mon, 23 Nov, 09:00`: for a day that is near; `Mon 09:00` for one of the next week. */
export function dayAndTime(seconds: number, { is24Hours, timeZone }: Clock, hasDate = true): string {
  return format({
    weekday: 'short',
    ...(hasDate && { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: is24Hours ? 'h23' : 'h12',
    ...timeZoneOption(timeZone),
  }).format(seconds * 1000);
}

/** For lists: the time if it is today, `Yesterday`, otherwise the date. */
export function shortTime(seconds: number, now: number, clock: Clock): string {
  if (dayKey(seconds) === dayKey(now)) return timeOfDay(seconds, clock);
  if (dayKey(seconds) === dayBefore(now)) return t('dates.yesterday');
  return shortDay(seconds, now);
}

/** `Nov 20`; with the year unless it is the current one. */
export function shortDay(seconds: number, now: number): string {
  const isThisYear = dayKey(seconds).slice(0, 4) === dayKey(now).slice(0, 4);
  return format({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }).format(
    seconds * 1000,
  );
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `5 minutes ago`, `yesterday`; `now` for less than a minute. */
export function timeAgo(seconds: number, now: number): string {
  const passed = now - seconds;
  const formatter = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' });
  const [unit, size] = steps.find(([, length]) => Math.abs(passed) >= length) ?? ['second', 0];
  return size === 0 ? formatter.format(0, 'second') : formatter.format(-Math.floor(passed / size), unit);
}

const nameLists = new Map<string, Intl.ListFormat>();

/** A list of names in the page's language: `Mia, Max and Mona`. */
export function joinNames(names: readonly string[]): string {
  const [first = ''] = names;
  // Most lists are of one name, and creating the first format takes a browser ten milliseconds.
  if (names.length <= 1) return first;
  const locale = currentLocale();
  const list = nameLists.get(locale) ?? new Intl.ListFormat(locale, { type: 'conjunction' });
  nameLists.set(locale, list);
  return list.format(names);
}
