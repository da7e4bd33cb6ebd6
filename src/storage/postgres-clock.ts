// Compares this machine's clock with that of PostgreSQL, which all servers of a database follow. A server
// whose clock differs a lot is on a machine with a problem: it warns, and leaves background work to other
// servers if there are any.

import { sql } from 'kysely';
import { limits } from '../api-contract/limits.ts';
import { readClocks, serviceClock } from '../api-contract/service-clock.ts';
import type { Execute, Row } from './reader-writer.ts';
import type { Warn } from './warn.ts';

/** An arbitrary number that only this program uses. Every server that does background work with a right clock holds it as a shared lock. */
export const RIGHT_CLOCK_LOCK = 7_220_616;

/** The database's time in milliseconds since 1970, as a column for other queries. */
export const databaseMilliseconds = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const READ_TIME = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms';
const COUNT_RIGHT_CLOCKS = `select count(*) as count from pg_locks
  where locktype = 'advisory' and objid = ${RIGHT_CLOCK_LOCK} and granted
  and database = (select oid from pg_database where datname = current_database())`;

export class PostgresClock {
  readonly #execute: Execute;
  readonly #warn: Warn;
  #isWrong = false;

  constructor(execute: Execute, warn: Warn) {
    this.#execute = execute;
    this.#warn = warn;
  }

  /**
   * Compares the two clocks. Warns when they begin to differ too much, and when they agree again.
   * @param columns what the same statement reads as well, each after a comma
   */
  async compare(columns = ''): Promise<Row | undefined> {
    const clocksBefore = readClocks();
    const [row] = await this.#execute(`${READ_TIME}${columns}`, []);
    if (row) serviceClock.synchronize(clocksBefore, Number(row.now_ms));
    if (this.isWrong !== this.#isWrong) this.#warnOfChange();
    return row;
  }

  #warnOfChange(): void {
    this.#isWrong = this.isWrong;
    const seconds = Math.round(serviceClock.difference / 1000);
    this.#warn(
      this.#isWrong
        ? `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database clock, which this server uses. Correct it.`
        : 'The clock of this machine matches the database clock again.',
    );
  }

  /** Whether the clocks differed too much when they were last compared. */
  get isWrong(): boolean {
    return Math.abs(serviceClock.difference) > limits.clockDifferenceSeconds * 1000;
  }

  /** Whether any server of this database does background work with a right clock. */
  async isAnyRight(): Promise<boolean> {
    const [row] = await this.#execute(COUNT_RIGHT_CLOCKS, []);
    return Number(row?.count) > 0;
  }
}
