// Reads the variants of values in messages of Slack's format, and joins the texts made of them.

import type { PayloadField } from './payload-field.ts';

/** The `type` of a block, an element or a text object. */
export function typeOf(field: PayloadField): unknown {
  return field.optional('type')?.value;
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
