// Reads all rows of a PostgreSQL database in a transaction that sees one state, or fills a database in one.

import pg from 'pg';
import { messageOf } from '../../errors/error-detail.ts';
import { UnusableDatabaseError } from '../migrations/migrate.ts';
import type { Execute } from '../reader-writer.ts';
import { type RowSource, selectAll } from './rows.ts';
import type { TableStructure } from './table-structure.ts';

/** The oid of `bigint`. */
const BIGINT = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format),
};
/** The approximate size of the rows fetched together. */
const BYTES_AT_ONCE = 1024 * 1024;
const FIRST_ROWS = 50;
const MAX_ROWS = 2000;

/** A connection that only reads or inserts rows. */
export class PostgresRows implements RowSource {
  readonly engine = 'postgres';
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Connects. @throws UnusableDatabaseError if that fails */
  static async connect(url: string): Promise<PostgresRows> {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    // Without a listener, the event would end the process; the next statement fails anyway.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      throw new UnusableDatabaseError(`The database cannot be reached: ${messageOf(error)}.`);
    }
    return new PostgresRows(client);
  }

  readonly execute: Execute = async (sql, values) =>
    (await this.#client.query({ text: sql, values: [...values], types })).rows;

  /**
   * Reads the rows of a table. Needs a transaction, and only one table can be read at a time. The next rows are fetched
   * while the caller processes the previous ones.
   */
  async *rows(table: TableStructure): AsyncGenerator<readonly (readonly unknown[])[]> {
    await this.#client.query(`declare all_rows no scroll cursor for ${selectAll(table)}`);
    let count = FIRST_ROWS;
    let fetching = this.#fetch(count);
    try {
      for (;;) {
        const rows = await fetching;
        const isLast = rows.length < count;
        if (!isLast) {
          const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
          count = Math.max(1, Math.min(MAX_ROWS, Math.floor((BYTES_AT_ONCE * rows.length) / bytes)));
          fetching = this.#fetch(count);
        }
        yield rows;
        if (isLast) break;
      }
    } finally {
      // After a failure the transaction has no cursor any more.
      await fetching.then(() => this.#client.query('close all_rows')).catch(() => undefined);
    }
  }

  #fetch(count: number): Promise<unknown[][]> {
    const fetching = this.#client
      .query<unknown[]>({ text: `fetch ${count} from all_rows`, rowMode: 'array', types })
      .then(({ rows }) => rows);
    // Awaited with the next turn of the caller.
    fetching.catch(() => undefined);
    return fetching;
  }

  /** The number of other clients of the database. */
  async otherClients(): Promise<number> {
    const [row] = await this.execute(
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      [],
    );
    return Number(row?.others);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function sizeOf(row: readonly unknown[]): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 8);
}
