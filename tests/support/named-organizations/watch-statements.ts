// Checks that the statements which a server of this process sends to its database name their organization
// (docs/design/scale.md). It hooks in where both drivers are called, so it misses nothing. The next answer of a test server
// after another statement is an error with its text.

import Database from 'better-sqlite3';
import pg from 'pg';
import { ApiError } from '../../../src/api-contract/error.ts';
import { isAcrossOrganizations, problemOf } from './exceptions.ts';
import { type NamedOrganizations, namedOrganizations } from './named-organizations.ts';
import { parseStatement } from './parse-statement.ts';

const ADVICE = `Compare organization_id with the reader's organizationId, and join tables on it. What has to concern several
organizations is listed with its reason in tests/support/named-organizations/exceptions.ts. See docs/design/scale.md.`;

/** Frames of a stack that are read to find who sent a statement. */
const FRAMES = 60;
const frame = /\/(src|tests)\/((?!storage\/|support\/named-organizations\/)[^:?)]+):(\d+)/g;

/** What each text of a statement says; undefined if it cannot be parsed. */
const known = new Map<string, NamedOrganizations | undefined>();
/** The problems that were found, by the text of the statement. */
const problems = new Map<string, string>();

/** The file that sent the current statement; undefined for tests and migrations, which change tables as a whole, and if unknown. */
function sender(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  if (stack.includes('/src/storage/migrations/')) return undefined;
  const [first] = stack.matchAll(frame);
  // The storage layer's own, or a test's whose frames were lost between promises.
  if (!first) return undefined;
  const [, folder, path, line] = first;
  const isExcepted = folder === 'tests' || isAcrossOrganizations(`src/${path}`);
  return isExcepted ? undefined : `src/${path}:${line}`;
}

function check(sql: string, values: readonly unknown[]): void {
  if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) return;
  if (!known.has(sql)) {
    const statement = parseStatement(sql);
    known.set(sql, statement && namedOrganizations(statement));
  }
  const named = known.get(sql);
  if (!named || problems.has(sql)) return;
  const problem = problemOf(named, values);
  const file = problem && sender();
  if (file) problems.set(sql, `${file} ${problem}:\n  ${sql}`);
}

interface RawStatement {
  readonly source: string;
  readonly database: { readonly name: string };
  all(...values: unknown[]): unknown;
  run(...values: unknown[]): unknown;
}

function watchSqlite(): void {
  const database = new Database(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1')) as RawStatement;
  database.close();
  for (const name of ['all', 'run'] as const) {
    const original = prototype[name];
    prototype[name] = function (this: RawStatement, ...values) {
      // Archives and the push relay have other files.
      if (this.database.name.endsWith('parley.db')) check(this.source, values);
      return original.apply(this, values);
    };
  }
}

function watchPostgres(): void {
  const prototype = pg.Client.prototype as unknown as { query(...values: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (this: object, ...values) {
    const [statement] = values as [{ readonly text?: string; readonly values?: readonly unknown[] } | string];
    if (typeof statement === 'object' && statement.text) check(statement.text, statement.values ?? []);
    return query.apply(this, values);
  };
}

let isWatching = false;

/** Begins to watch, once per process. */
export function watchStatements(): void {
  if (isWatching) return;
  isWatching = true;
  watchSqlite();
  watchPostgres();
  // Those of background work after the last answer.
  process.on('exit', () => {
    if (problems.size === 0) return;
    process.stdout.write(`${problemText()}\n`);
    process.exitCode = 1;
  });
}

function problemText(): string {
  const text = `${[...problems.values()].join('\n')}\n\n${ADVICE}`;
  problems.clear();
  return text;
}

/** Turns statements that name no organization into an error with a status that no test expects. */
export function checkStatements(): void {
  if (problems.size > 0) throw new ApiError(500, 'ORGANIZATION_NOT_NAMED', problemText());
}
