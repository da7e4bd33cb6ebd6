// All rows of a table in the order of its key, as lines of JSON that are the same on both engines: `[value, …]` in the order of
// the columns' names. So a table's lines, and the hash of them, say whether two databases hold the same.

import { createHash } from 'node:crypto';
import type { Statements, TableShape } from './table-structure.ts';

/** Reads rows in order, some at a time, without holding more. */
export interface RowSource extends Statements {
  /** The rows of a table, each as the values of its columns. */
  rows(table: TableShape): AsyncIterable<readonly (readonly unknown[])[]>;
}

/** What a table holds. */
export interface TableSum {
  readonly rows: number;
  /** Of its lines. */
  readonly sha256: string;
}

/** Sums up lines as they pass. */
export class TableSummer {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(line: string): void {
    this.#rows++;
    this.#hash.update(line).update('\n');
  }

  get rows(): number {
    return this.#rows;
  }

  end(): TableSum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** The lines of a table. */
export async function* linesOf(source: RowSource, table: TableShape): AsyncGenerator<string> {
  for await (const rows of source.rows(table)) for (const row of rows) yield JSON.stringify(row);
}

/** What a table holds, by reading all of it. */
export async function sumOf(source: RowSource, table: TableShape): Promise<TableSum> {
  const summer = new TableSummer();
  for await (const line of linesOf(source, table)) summer.add(line);
  return summer.end();
}

/** The statement that reads a table in order, or those of its rows that are meant. */
export function selectAll({ name, columns, key, condition }: TableShape): string {
  const quoted = (names: readonly string[]) => names.map((one) => `"${one}"`).join(', ');
  const where = condition === undefined ? '' : ` where ${condition}`;
  return `select ${quoted(columns.map((column) => column.name))} from "${name}"${where} order by ${quoted(key)}`;
}
