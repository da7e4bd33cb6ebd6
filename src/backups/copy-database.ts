// Copies all rows of a database to another of either engine, in passes. Each pass compares every row of both and writes
// what differs, so one that was interrupted is resumed, and one that was made while servers wrote is made up for by the
// next one. A pass that has compared everything shows that both hold the same.

import { createHash } from 'node:crypto';
import { isBeingCopiedInto } from '../storage/migrations/migrate.ts';
import { areTablesEmpty, createTables } from '../storage/rows/fill.ts';
import { dropOwnTables, ownTables, supportedSchemaVersion } from '../storage/rows/own-tables.ts';
import type { RowSource, TableSum } from '../storage/rows/rows.ts';
import { idCounters, schemaVersionOf, setIdCounters } from '../storage/rows/table-structure.ts';
import { BackupError, type Progress } from './backup-error.ts';
import { indexAllWords, removeWords } from './index-words.ts';
import { type SynchronizedTable, synchronizeTable } from './synchronize-table.ts';

/** The result of a copy. */
export interface CopiedDatabase {
  readonly tables: Readonly<Record<string, TableSum>>;
  /** Rows that an interrupted copy had already written. */
  readonly resumedRows: number;
}

/** The result of one pass. */
export interface CopyPass {
  readonly tables: Readonly<Record<string, TableSum>>;
  readonly presentRows: number;
  readonly changedRows: number;
  /** Whether every row was compared, so that both databases are known to hold the same. */
  readonly isVerified: boolean;
}

/** How many pages of words one commit holds. */
const PAGES_PER_COMMIT = 16;

/**
 * Copies everything from a database without writers to one that is empty or holds a part of the same copy.
 * @throws BackupError if the target holds something else, or the databases differ in the end
 */
export async function copyDatabase(
  source: RowSource,
  target: RowSource,
  progress: Progress,
): Promise<CopiedDatabase> {
  await beginCopy(source, target);
  const first = await copyOnce(source, target, progress);
  const { tables } = first.isVerified ? first : await copyRest(source, target, progress);
  await endCopy(target);
  return { tables, resumedRows: first.presentRows };
}

/** Copies from a database without writers until both are known to hold the same. */
export async function copyRest(source: RowSource, target: RowSource, progress: Progress): Promise<CopyPass> {
  for (;;) {
    const pass = await copyOnce(source, target, progress);
    if (pass.isVerified) return pass;
  }
}

/**
 * Prepares the target, unless a copy of the same deployment was begun before. Until `endCopy`, no server starts on it.
 * @throws BackupError if it holds something else
 */
export async function beginCopy(source: RowSource, target: RowSource): Promise<void> {
  const tables = await ownTables(source);
  const deployment = await deploymentOf(source);
  const targetTables = await inTransaction(target, async () => {
    const schema = await supportedSchemaVersion(target);
    const found = await ownTables(target);
    if (schema > 0) {
      const [copy] = await copyMarks(target);
      if (copy?.source === deployment) return found;
      if (copy) {
        throw new BackupError(
          'the target',
          'it contains part of a different or older copy. Empty it and start again.',
        );
      }
      if (!(await areTablesEmpty(target, found.tables)))
        throw new BackupError('the target', 'it is not empty. Choose an empty database.');
    }
    await dropOwnTables(target);
    const newTables = await createTables(target);
    await target.execute('create table database_copy (source text not null)', []);
    await target.execute(`insert into database_copy (source) values ('${deployment}')`, []);
    return newTables;
  });
  if (JSON.stringify(targetTables.tables) !== JSON.stringify(tables.tables))
    throw new BackupError('the target', 'its tables differ from those of the source.');
}

/** Lets servers start on the target. */
export function endCopy(target: RowSource): Promise<unknown> {
  return inTransaction(target, () => target.execute('drop table database_copy', []));
}

/** Makes the target equal to the source, which is in a transaction that sees one state. */
export async function copyOnce(source: RowSource, target: RowSource, progress: Progress): Promise<CopyPass> {
  const { tables: structures, withGeneratedIds } = await ownTables(source);
  const results: [string, SynchronizedTable][] = [];
  for (const [at, structure] of structures.entries()) {
    progress('tables', at, structures.length);
    const { name } = structure;
    const beforeRemoval = (keys: readonly string[]) => removeWords(target, name, keys);
    const result = await inTransaction(target, () =>
      synchronizeTable(source, target, structure, beforeRemoval),
    );
    results.push([name, result]);
  }
  await inTransaction(target, async () => setIdCounters(target, await idCounters(source, withGeneratedIds)));
  await indexRest(target, progress);
  const sum = (count: (table: SynchronizedTable) => number) =>
    results.reduce((total, [, table]) => total + count(table), 0);
  return {
    tables: Object.fromEntries(results.map(([name, table]) => [name, table.sum])),
    presentRows: sum(({ presentRows }) => presentRows),
    changedRows: sum(({ changedRows }) => changedRows),
    isVerified: results.every(([, { isVerified }]) => isVerified),
  };
}

async function inTransaction<T>(target: RowSource, work: () => Promise<T>): Promise<T> {
  await target.execute('begin', []);
  try {
    const result = await work();
    await target.execute('commit', []);
    return result;
  } catch (error) {
    await target.execute('rollback', []);
    throw error;
  }
}

async function copyMarks(target: RowSource): Promise<{ readonly source: unknown }[]> {
  if (!(await isBeingCopiedInto(target.engine, target.execute))) return [];
  return (await target.execute('select source from database_copy', [])).map(({ source }) => ({ source }));
}

/** Identifies the deployment and its schema. */
async function deploymentOf(source: RowSource): Promise<string> {
  const marks = await source.execute('select secret_mark from deployment order by id', []);
  return createHash('sha256')
    .update(JSON.stringify([await schemaVersionOf(source), marks.map(({ secret_mark }) => secret_mark)]))
    .digest('hex');
}

/** Indexes the words of messages that are not indexed yet. */
async function indexRest(target: RowSource, progress: Progress): Promise<void> {
  await inTransaction(target, async () => {
    let pages = 0;
    const commitSome = async () => {
      if (++pages % PAGES_PER_COMMIT === 0)
        for (const sql of ['commit', 'begin']) await target.execute(sql, []);
    };
    await indexAllWords(target, progress, commitSome);
  });
}
