// Counts the statements that a server in this process sends to its database and the rows that it writes. It hooks in
// where both drivers are called, so it misses nothing.

import Database from 'better-sqlite3';
import pg from 'pg';

export interface DatabaseWork {
  readonly statements: number;
  readonly rowsWritten: number;
  /** Statements sent to PostgreSQL while no other was in flight on the same connection. */
  readonly roundTrips: number;
}

const total = { statements: 0, rowsWritten: 0, roundTrips: 0 };
/** Characters of the longest result of a statement. */
let longestResult = 0;
let isMeasured = false;

function note(rows: readonly unknown[]): void {
  longestResult = Math.max(longestResult, JSON.stringify(rows).length);
}
let isInstalled = false;

const writes = /^\s*(insert|update|delete)\b/i;

interface RawStatement {
  readonly source: string;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): { readonly changes: number };
}

function watchSqlite(): void {
  const database = new Database(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1')) as RawStatement;
  const { all, run } = prototype;
  prototype.all = function (this: RawStatement, ...values) {
    const rows = all.apply(this, values);
    total.statements++;
    if (isMeasured) note(rows);
    if (writes.test(this.source)) total.rowsWritten += rows.length;
    return rows;
  };
  prototype.run = function (this: RawStatement, ...values) {
    const result = run.apply(this, values);
    total.statements++;
    if (writes.test(this.source)) total.rowsWritten += result.changes;
    return result;
  };
  database.close();
}

interface PostgresAnswer {
  readonly command?: string;
  readonly rowCount?: number | null;
  readonly rows?: readonly unknown[];
}

function watchPostgres(): void {
  const prototype = pg.Client.prototype as unknown as { query(...values: unknown[]): unknown };
  const { query } = prototype;
  const inFlight = new WeakMap<object, number>();
  prototype.query = function (this: object, ...values) {
    const result = query.apply(this, values);
    total.statements++;
    const before = inFlight.get(this) ?? 0;
    if (before === 0) total.roundTrips++;
    if (result instanceof Promise) {
      inFlight.set(this, before + 1);
      const end = () => inFlight.set(this, (inFlight.get(this) ?? 1) - 1);
      result.then(end, end);
      return result.then((answer: PostgresAnswer) => {
        if (isMeasured) note(answer.rows ?? []);
        if (answer.command && writes.test(answer.command)) total.rowsWritten += answer.rowCount ?? 0;
        return answer;
      });
    }
    return result;
  };
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  watchSqlite();
  watchPostgres();
}

/** Of two tries with equal statements, the one with fewer round trips: how many overlap depends on the machine. */
function isLess(work: DatabaseWork, least: DatabaseWork): boolean {
  if (work.statements !== least.statements) return work.statements < least.statements;
  return work.roundTrips < least.roundTrips;
}

/** The cost of an action: the least of several tries, because background work runs during some of them. */
export async function workOf(action: () => Promise<unknown>, tries = 3): Promise<DatabaseWork> {
  install();
  let least: DatabaseWork | undefined;
  for (let left = tries; left > 0; left--) {
    const before = { ...total };
    await action();
    const work = {
      statements: total.statements - before.statements,
      rowsWritten: total.rowsWritten - before.rowsWritten,
      roundTrips: total.roundTrips - before.roundTrips,
    };
    if (!least || isLess(work, least)) least = work;
  }
  if (!least) throw new Error('nothing was tried');
  return least;
}

/** The characters of the longest result that the database returns to one statement of an action. */
export async function longestAnswerOf(action: () => Promise<unknown>): Promise<number> {
  install();
  longestResult = 0;
  isMeasured = true;
  await action();
  isMeasured = false;
  return longestResult;
}
