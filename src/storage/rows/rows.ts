// Reads all rows of a table in the order of its key, as lines of JSON that are the same on both engines: `[value,
// …]` in the order of the columns' names. Two databases hold the same data if the hashes of their lines are equal.

import { createHash } from 'node:crypto';
import type { Statements, TableStructure } from './table-structure.ts';

/** Reads rows in order, in batches, with bounded memory. */
export interface RowSource extends Statements {
  /** The rows of a table, each as the values of its columns. */
  rows(table: TableStructure): AsyncIterable<readonly (readonly unknown[])[]>;
}

/** The checksum of a table. */
export interface TableSum {
  readonly rows: number;
  /** The hash of its lines. */
  readonly sha256: string;
}

/** Computes a checksum line by line. */
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

/** The rows of a table as lines of JSON. */
export async function* linesOf(source: RowSource, table: TableStructure): AsyncGenerator<string> {
  for await (const rows of source.rows(table)) for (const row of rows) yield JSON.stringify(row);
}

/** Reads a whole table and returns its checksum. */
export async function sumOf(source: RowSource, table: TableStructure): Promise<TableSum> {
  const summer = new TableSummer();
  for await (const line of linesOf(source, table)) summer.add(line);
  return summer.end();
}

/** The statement that reads a table in order, limited to its condition if it has one. */
export function selectAll({ name, columns, key, condition }: TableStructure): string {
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  const where = condition === undefined ? '' : ` where ${condition}`;
  return `select ${quoted(columns.map((column) => column.name))} from "${name}"${where} order by ${quoted(key)}`;
}
