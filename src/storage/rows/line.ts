// Lines of rows that come from elsewhere.

import type { ColumnShape } from './table-structure.ts';

/** The values of a line; undefined where it is no row of the columns. Ids and the like are whole numbers, and exact. */
export function rowOfLine(line: string, columns: readonly ColumnShape[]): readonly unknown[] | undefined {
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
