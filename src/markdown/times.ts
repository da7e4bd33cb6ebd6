// Global times: `<time:2024-01-02T03:04:05+05:30>` is displayed in each viewer's time zone. ISO 8601 only.

import { element, plain } from './html.ts';
import { type InlineRule, InlineRun } from './inline-parse.ts';

const SYNTAX = /<time:([^>\n]{1,100})>/g;
const DATE = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

export const times: InlineRule = {
  name: 'time',
  trigger: '<time:',
  apply: (text, run) =>
    text.replace(SYNTAX, (source, typed: string) => {
      const datetime = utcTime(typed);
      if (datetime !== undefined)
        return run.placeholderFor(element('time', { datetime }, [plain(typed)]), source);
      // An invalid time is shown as typed, and nothing in it has a meaning.
      return InlineRun.hasPlaceholder(source) ? source : run.placeholderFor(plain(source), source);
    }),
};

/** An ISO 8601 date or time in UTC, e.g. `2024-01-01T21:34:05Z`; undefined if it is invalid or out of range. */
export function utcTime(typed: string): string | undefined {
  const separator = typed.search(/[Tt ]/);
  const date = readDate(separator === -1 ? typed : typed.slice(0, separator));
  const seconds = separator === -1 ? 0 : readTime(typed.slice(separator + 1));
  if (date === undefined || seconds === undefined) return undefined;
  const utc = new Date(date + seconds * 1000);
  const year = utc.getUTCFullYear();
  return year < 1 || year > 9999 ? undefined : `${utc.toISOString().slice(0, 19)}Z`;
}

/** Midnight of a date, in milliseconds. */
function readDate(typed: string): number | undefined {
  const [, year, , month, day] = DATE.exec(typed) ?? [];
  if (year === undefined || year === '0000') return undefined;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const isReal = !Number.isNaN(midnight) && new Date(midnight).getUTCDate() === Number(day);
  return isReal ? midnight : undefined;
}

/** The seconds from midnight to a time of day, in UTC. */
function readTime(typed: string): number | undefined {
  const [, hour, minute = '0', second = '0', zone = 'Z'] = TIME.exec(typed) ?? [];
  if (hour === undefined) return undefined;
  const offset = zoneOffset(zone);
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (offset === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return (hours * 60 + minutes - offset) * 60 + seconds;
}

/** Minutes east of UTC. */
function zoneOffset(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (zone.startsWith('-') ? -1 : 1);
}
