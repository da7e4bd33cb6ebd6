// Times in fields of archives: texts of ISO 8601, and what databases write for them.

import { isRecord } from '../../contract/codec.ts';
import type { Row } from './tables.ts';

const LATEST_MILLISECONDS = 1e14;

function millisecondsIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return /^\d{1,14}$/.test(value) ? Number(value) : Date.parse(value);
  // MongoDB's extended JSON, in its forms.
  if (isRecord(value) && '$date' in value) return millisecondsIn(value.$date);
  if (isRecord(value) && '$numberLong' in value) return millisecondsIn(value.$numberLong);
  return undefined;
}

/** Seconds since 1970, with their fractions; undefined where there is no time. Refuses what is none. */
export function optionalTime(row: Row, name: string): number | undefined {
  const value = row.any(name);
  if (value == null || value === '') return undefined;
  const milliseconds = millisecondsIn(value);
  if (milliseconds === undefined || !(milliseconds >= 0 && milliseconds < LATEST_MILLISECONDS))
    throw row.refusal(name, 'is no time.');
  return milliseconds / 1000;
}

/** The same; refuses where there is none. */
export function timeIn(row: Row, name: string): number {
  const time = optionalTime(row, name);
  if (time === undefined) throw row.refusal(name, 'is no time.');
  return time;
}
