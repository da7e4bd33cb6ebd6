// Reads fields of untyped blocks and cards: texts and lists of records, or nothing.

import { isRecord } from '../../api-contract/codec.ts';
import { cleanText } from '../archive/row.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A text; numbers become texts. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';
}

/** The records of a list; none for any other value. */
export function recordsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
