// Reads values of a Slack-compatible request. A value of the wrong type makes the request unreadable.

import { isRecord } from '../../api-contract/codec.ts';
import { MAX_TEXT_CHARACTERS } from './payload-field.ts';
import { UnreadablePayloadError } from './webhook-errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): Fields {
  if (!isRecord(value)) throw new UnreadablePayloadError('An object is missing from the Slack payload.');
  return value;
}

/** A list; empty if it is missing. @throws `UnreadablePayloadError` */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadablePayloadError('A list is missing from the Slack payload.');
  return value;
}

/** A text; empty if it is missing. @throws `UnreadablePayloadError` */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string')
    throw new UnreadablePayloadError('A string is missing from the Slack payload.');
  return value.slice(0, MAX_TEXT_CHARACTERS).toWellFormed();
}

/** A text, or a number as text. @throws `UnreadablePayloadError` */
export function textOrNumberOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/** Joins the pieces that are not blank. */
export function joinNonBlank(separator: string, pieces: readonly string[]): string {
  return pieces.filter((piece) => piece.trim() !== '').join(separator);
}

/** A text on one line, for a table cell. */
export function tableCell(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return joinNonBlank(' ', lines).replaceAll('|', '\\|');
}
