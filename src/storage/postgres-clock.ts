// The clock of PostgreSQL, by which all servers of a database go. A server whose own clock differs much is on a machine
// that something is wrong with: it says so, and leaves what it does unasked to the others, where there are any.

import { sql } from 'kysely';
import { limits } from '../api-contract/limits.ts';
import { serviceClock, thisMoment } from '../api-contract/service-clock.ts';
import type { Execute } from './session.ts';
import type { Warn } from './warn.ts';

/** Any number that only this program uses; held, shared, by every server whose clock is right. */
export const RIGHT_CLOCK_LOCK = 7_220_616;

/** Milliseconds since 1970 as the database counts them; a column of statements that ask for something anyway. */
export const databaseMilliseconds = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const ASK = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as told';
const OTHERS = `select count(*) as count from pg_locks
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

  /** Compares this machine's clock with the database's, and says when they begin or cease to differ much. */
  async compare(): Promise<void> {
    const asked = thisMoment();
    const [row] = await this.#execute(ASK, []);
    if (row) serviceClock.goBy(asked, Number(row.told));
    if (this.isWrong === this.#isWrong) return;
    this.#isWrong = this.isWrong;
    const seconds = Math.round(serviceClock.difference / 1000);
    this.#warn(
      this.#isWrong
        ? `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's, by which this server goes. Set it right.`
        : 'The clock of this machine agrees with the database again.',
    );
  }

  /** Whether this machine's clock differed much from the database's when they were last compared. */
  get isWrong(): boolean {
    return Math.abs(serviceClock.difference) > limits.clockDifferenceSeconds * 1000;
  }

  /** Whether there is a server of this database whose clock is right. */
  async isAnyRight(): Promise<boolean> {
    const [row] = await this.#execute(OTHERS, []);
    return Number(row?.count) > 0;
  }
}
