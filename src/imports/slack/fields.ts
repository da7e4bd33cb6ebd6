// What records of blocks and cards hold, of which nothing is known: texts and lists of records, or nothing.

import { isRecord } from '../../api-contract/codec.ts';
import { cleanText } from '../archive/tables.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A text, also one that came as a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';
}

/** The records of a list. */
export function recordsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
