// Parses times in fields of archives: ISO 8601 texts, or milliseconds.

import type { Row } from './row.ts';

const LATEST_MILLISECONDS = 1e14;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function millisecondsIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,14}$/.test(value)) return Number(value);
  // `Date.parse` accepts too much: it reads "-1" as a date in 2001.
  return ISO_TIME.test(value) ? Date.parse(value) : undefined;
}

/** Seconds since 1970, with fractions; undefined if the field is empty. @throws InvalidArchiveError if it is not a time */
export function optionalTime(row: Row, name: string): number | undefined {
  const value = row.value(name);
  if (value == null || value === '') return undefined;
  const milliseconds = millisecondsIn(value);
  if (milliseconds === undefined || !(milliseconds >= 0 && milliseconds < LATEST_MILLISECONDS))
    throw row.error(name, 'is not a valid time.');
  return milliseconds / 1000;
}

/** Seconds since 1970, with fractions. @throws InvalidArchiveError if the field is empty or not a time */
export function timeIn(row: Row, name: string): number {
  const time = optionalTime(row, name);
  if (time === undefined) throw row.error(name, 'is not a valid time.');
  return time;
}
