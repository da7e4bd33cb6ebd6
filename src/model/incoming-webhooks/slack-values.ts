// Looks into what a Slack-compatible request holds. A value of the wrong type makes the request unreadable.

import { isRecord } from '../../api-contract/codec.ts';
import { WORDS_CHARACTERS } from './field.ts';
import { UnreadablePayload } from './refusals.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object. @throws `UnreadablePayload` */
export function recordOf(value: unknown): Fields {
  if (!isRecord(value)) throw new UnreadablePayload('An object is missing where Slack sends one.');
  return value;
}

/** A list; empty where there is nothing. @throws `UnreadablePayload` */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadablePayload('A list is missing where Slack sends one.');
  return value;
}

/** A text; empty where there is nothing. @throws `UnreadablePayload` */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new UnreadablePayload('A text is missing where Slack sends one.');
  return value.slice(0, WORDS_CHARACTERS).toWellFormed();
}

/** A text or a number. @throws `UnreadablePayload` */
export function shortOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/** The pieces that say something. */
export function joined(separator: string, pieces: readonly string[]): string {
  return pieces.filter((piece) => piece.trim() !== '').join(separator);
}

/** A text in one line, for a cell of a table. */
export function cellOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return joined(' ', lines).replaceAll('|', '\\|');
}
