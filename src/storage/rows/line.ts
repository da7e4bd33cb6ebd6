// Checks rows from untrusted files.

import type { ColumnStructure } from './table-structure.ts';

/** Parses a line; undefined unless it is a row of the given columns. Numbers must be safe integers. */
export function rowOfLine(line: string, columns: readonly ColumnStructure[]): readonly unknown[] | undefined {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return undefined;
  }
  const fits =
    Array.isArray(row) &&
    row.length === columns.length &&
    row.every(
      (value, at) =>
        value === null ||
        (columns[at]?.kind === 'number' ? Number.isSafeInteger(value) : typeof value === 'string'),
    );
  return fits ? (row as unknown[]) : undefined;
}
