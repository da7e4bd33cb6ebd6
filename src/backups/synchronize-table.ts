// Makes a table of one database equal to that of another, in one walk through both in the order of the key. Where the
// target is empty that is a copy; otherwise only what differs is written.

import { MEBIBYTE } from '../api-contract/limits.ts';
import { messageOf } from '../errors/error-detail.ts';
import { insertLines, isRowError } from '../storage/rows/insert.ts';
import { deleteRows, rowsWithKeys } from '../storage/rows/keyed-rows.ts';
import { inPieces } from '../storage/rows/pieces.ts';
import { type RowSource, type TableSum, TableSummer } from '../storage/rows/rows.ts';
import type { TableStructure } from '../storage/rows/table-structure.ts';
import { BackupError } from './backup-error.ts';
import { areRowsEqual, compareKeys, type RowValues, TableRows } from './table-rows.ts';

/** How much is remembered of the differences, in characters. */
const REMEMBERED_CHARACTERS = 16 * MEBIBYTE;

/** The result for one table. */
export interface SynchronizedTable {
  /** The sum of the source's rows. */
  readonly sum: TableSum;
  /** Rows that the target had already. */
  readonly presentRows: number;
  /** How many rows were written or removed. */
  readonly changedRows: number;
  /** Whether every row of the target was read and compared, also those that were written. */
  readonly isVerified: boolean;
}

/** Called with the keys of rows before they are removed, within the same transaction. */
export type BeforeRemoval = (keys: readonly string[]) => Promise<void>;

/** Lines up to a size. */
class Remembered {
  readonly lines: string[] = [];
  #characters = 0;

  get isFull(): boolean {
    return this.#characters >= REMEMBERED_CHARACTERS;
  }

  add(line: string): void {
    this.lines.push(line);
    this.#characters += line.length;
  }

  clear(): void {
    this.lines.length = 0;
    this.#characters = 0;
  }
}

/**
 * Makes a table of the target equal to the source's. Both are in transactions, that of the target may be committed in
 * between.
 * @throws BackupError if the target does not hold what was written
 */
export async function synchronizeTable(
  source: RowSource,
  target: RowSource,
  table: TableStructure,
  beforeRemoval: BeforeRemoval,
): Promise<SynchronizedTable> {
  let changedRows = 0;
  let presentRows: number | undefined;
  for (;;) {
    const { isComplete, ...result } = await new Walk(source, target, table, beforeRemoval).run();
    changedRows += result.changedRows;
    presentRows ??= result.presentRows;
    if (isComplete) return { ...result, changedRows, presentRows };
  }
}

class Walk {
  readonly #source: RowSource;
  readonly #target: RowSource;
  readonly #table: TableStructure;
  readonly #beforeRemoval: BeforeRemoval;
  readonly #keyColumns: readonly number[];
  readonly #summer = new TableSummer();
  /** Keys of rows that the source has not, or has otherwise. */
  readonly #surplus = new Remembered();
  /** Rows that the target has not, or has otherwise. */
  readonly #missing = new Remembered();
  #presentRows = 0;
  #changedRows = 0;
  /** Whether rows were found missing that could not be remembered. */
  #hasForgotten = false;

  constructor(source: RowSource, target: RowSource, table: TableStructure, beforeRemoval: BeforeRemoval) {
    this.#source = source;
    this.#target = target;
    this.#table = table;
    this.#beforeRemoval = beforeRemoval;
    const names = table.columns.map(({ name }) => name);
    this.#keyColumns = table.key.map((name) => names.indexOf(name));
  }

  /** Walks once; incomplete if there were more differences than can be remembered. */
  async run(): Promise<SynchronizedTable & { readonly isComplete: boolean }> {
    const from = await TableRows.of(this.#source, this.#table);
    try {
      await this.#compare(from);
      await this.#removeSurplus();
      const isComplete = !this.#hasForgotten && !this.#surplus.isFull;
      let isVerified = false;
      if (isComplete) isVerified = await this.#append(from);
      // New rows may have values that are unique and that a surplus row still has.
      else if (!this.#surplus.isFull) await this.#insertMissing();
      return {
        sum: this.#summer.end(),
        presentRows: this.#presentRows,
        changedRows: this.#changedRows,
        isVerified,
        isComplete,
      };
    } finally {
      await from.close();
    }
  }

  /** Compares both up to the last row of the target. */
  async #compare(from: TableRows): Promise<void> {
    const to = await TableRows.of(this.#target, this.#table);
    try {
      for (let there = to.current; there !== undefined && !this.#surplus.isFull; there = to.current) {
        const here = from.current;
        const order = here === undefined ? 1 : compareKeys(here, there, this.#keyColumns);
        const isSame = order === 0 && here !== undefined && areRowsEqual(here, there);
        if (isSame) this.#presentRows++;
        else if (order >= 0) this.#surplus.add(this.#keyOf(there));
        if (here !== undefined && order <= 0) {
          const line = this.#take(here);
          if (!isSame) this.#remember(line);
          const reading = from.next();
          if (reading) await reading;
        }
        if (order >= 0) {
          const reading = to.next();
          if (reading) await reading;
        }
      }
    } finally {
      await to.close();
    }
  }

  #take(row: RowValues): string {
    const line = JSON.stringify(row);
    this.#summer.add(line);
    return line;
  }

  #remember(line: string): void {
    if (this.#missing.isFull) this.#hasForgotten = true;
    else this.#missing.add(line);
  }

  #keyOf(row: RowValues): string {
    return JSON.stringify(this.#keyColumns.map((at) => row[at]));
  }

  async #removeSurplus(): Promise<void> {
    for await (const keys of inPieces(this.#surplus.lines)) {
      await this.#beforeRemoval(keys);
      await deleteRows(this.#target, this.#table, keys);
      this.#changedRows += keys.length;
    }
  }

  /** Inserts the missing rows and all that follow; returns whether all of them were read back. */
  async #append(from: TableRows): Promise<boolean> {
    let isVerified = true;
    for (let row = from.current; row !== undefined; row = from.current) {
      if (this.#missing.isFull) {
        isVerified = false;
        await this.#insert();
        for (const sql of ['commit', 'begin']) await this.#target.execute(sql, []);
      }
      this.#missing.add(this.#take(row));
      const reading = from.next();
      if (reading) await reading;
    }
    return (await this.#insertMissing()) && isVerified;
  }

  async #insert(): Promise<void> {
    for await (const lines of inPieces(this.#missing.lines)) await this.#insertPiece(lines);
    this.#changedRows += this.#missing.lines.length;
    this.#missing.clear();
  }

  async #insertPiece(lines: readonly string[]): Promise<void> {
    try {
      await insertLines(this.#target, this.#table, lines);
    } catch (error) {
      if (!isRowError(error)) throw error;
      throw new BackupError(`table ${this.#table.name}`, `rows do not fit (${messageOf(error)}).`);
    }
  }

  /** Inserts the missing rows, and reads them back. */
  async #insertMissing(): Promise<boolean> {
    const missing = [...this.#missing.lines];
    await this.#insert();
    for await (const lines of inPieces(missing)) {
      const keys = lines.map((line) => this.#keyOf(JSON.parse(line)));
      const written = await rowsWithKeys(this.#target, this.#table, keys);
      const found = new Set(written.map((row) => JSON.stringify(row)));
      if (found.size === lines.length && lines.every((line) => found.has(line))) continue;
      throw new BackupError(
        `table ${this.#table.name}`,
        'the target does not hold the rows that were written.',
      );
    }
    return true;
  }
}
