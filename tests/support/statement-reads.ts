// How much a statement reads beyond its result: rows that PostgreSQL filters out, pages that SQLite reads.

import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Row, Writer } from '../../src/storage/reader-writer.ts';

/** A statement with its parameters. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

let prepared = 0;

/** Generic plans serve all parameters, custom plans the given ones; PostgreSQL may use either. */
export type PlanMode = 'generic' | 'custom';

/** PostgreSQL's plan of a prepared statement. */
export async function explainPlan(
  writer: Writer,
  { sql, values }: Statement,
  { mode, options }: { readonly mode: PlanMode; readonly options: string },
): Promise<readonly Row[]> {
  const name = `plan_${prepared++}`;
  await writer.execute(`set local plan_cache_mode = force_${mode}_plan`, []);
  await writer.execute(`prepare ${name} as ${sql}`, []);
  const list = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  return writer.execute(`explain (${options}) execute ${name}${list}`, []);
}

interface Step {
  readonly Plans?: readonly Step[];
  readonly 'Actual Loops'?: number;
  readonly [measure: string]: unknown;
}

function removedIn(step: Step): number {
  const measures = ['Rows Removed by Filter', 'Rows Removed by Join Filter', 'Rows Removed by Index Recheck'];
  const ownRows = measures.reduce((sum, measure) => sum + Number(step[measure] ?? 0), 0);
  const nestedRows = (step.Plans ?? []).reduce((sum, inner) => sum + removedIn(inner), 0);
  return ownRows * (step['Actual Loops'] ?? 1) + nestedRows;
}

async function stepsOf(writer: Writer, statement: Statement, mode: PlanMode): Promise<readonly Step[]> {
  const [row] = await explainPlan(writer, statement, { mode, options: 'analyze, timing off, format json' });
  const plans = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: Step }[];
  return plans.map(({ Plan: plan }) => plan);
}

/** Rows that PostgreSQL reads for a statement and filters out. */
export async function rowsRemoved(writer: Writer, statement: Statement, mode: PlanMode): Promise<number> {
  const steps = await stepsOf(writer, statement, mode);
  return steps.reduce((sum, step) => sum + removedIn(step), 0);
}

function largestResult(step: Step): number {
  const ownRows = Number(step['Actual Rows'] ?? 0) * (step['Actual Loops'] ?? 1);
  return Math.max(ownRows, ...(step.Plans ?? []).map(largestResult));
}

/** The maximum number of rows that one step of PostgreSQL's plan for a statement processes. */
export async function maxRows(writer: Writer, statement: Statement, mode: PlanMode): Promise<number> {
  return Math.max(...(await stepsOf(writer, statement, mode)).map(largestResult));
}

const PAGE_BYTES = 4096;

/** Bytes that this thread has read from files; Linux only. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)/.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1]);
}

/** Pages that SQLite reads for a statement on a new connection without a cache; 0 where the system does not report it. */
export function pagesRead(file: string, { sql, values }: Statement): number {
  if (process.platform !== 'linux') return 0;
  const database = new Database(file, { readonly: true });
  try {
    const statement = database.prepare(sql);
    const before = bytesRead();
    statement.all(...values);
    return Math.floor((bytesRead() - before) / PAGE_BYTES);
  } finally {
    database.close();
  }
}
