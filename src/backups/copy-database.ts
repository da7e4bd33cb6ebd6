// Copies all rows of a database to another of either engine. The copy is committed piece by piece in row
// order, so that an interrupted one resumes after its last row. At the end both databases are compared, table by table.

import { createHash } from 'node:crypto';
import { isBeingCopiedInto } from '../storage/migrations/migrate.ts';
import { areTablesEmpty, createTables } from '../storage/rows/fill.ts';
import { insertLines } from '../storage/rows/insert.ts';
import {
  dropOwnTables,
  ownTables,
  type SchemaTables,
  supportedSchemaVersion,
} from '../storage/rows/own-tables.ts';
import { inPieces } from '../storage/rows/pieces.ts';
import { linesOf, type RowSource, sumOf, type TableSum, TableSummer } from '../storage/rows/rows.ts';
import {
  idCounters,
  schemaVersionOf,
  setIdCounters,
  type TableStructure,
} from '../storage/rows/table-structure.ts';
import { BackupError, type Progress } from './backup-error.ts';
import { indexAllWords } from './index-words.ts';

/** The result of a copy. */
export interface CopiedDatabase {
  readonly tables: Readonly<Record<string, TableSum>>;
  /** Rows that an interrupted copy had already written. */
  readonly resumedRows: number;
}

/** How many pieces of rows, or pages of words, one commit holds. */
const PIECES_PER_COMMIT = 16;

/**
 * Copies everything from a database without writers to one that is empty or holds a part of the same copy.
 * @throws BackupError if the target holds something else, or the databases differ in the end
 */
export async function copyDatabase(
  source: RowSource,
  target: RowSource,
  progress: Progress,
): Promise<CopiedDatabase> {
  const { tables: structures, withGeneratedIds } = await prepareTarget(source, target);
  const tables: Record<string, TableSum> = {};
  let presentRows = 0;
  for (const [at, structure] of structures.entries()) {
    progress('tables', at, structures.length);
    const [row] = await target.execute(`select count(*) as rows from "${structure.name}"`, []);
    const rowsBefore = Number(row?.rows ?? 0);
    tables[structure.name] = await copyTable(source, target, structure, rowsBefore);
    presentRows += rowsBefore;
  }
  await inTransaction(target, async () => setIdCounters(target, await idCounters(source, withGeneratedIds)));
  await indexRest(target, progress);
  await compareTables(target, tables, progress);
  await inTransaction(target, () => target.execute('drop table database_copy', []));
  return { tables, resumedRows: presentRows };
}

/** Compares a database with expected sums. @throws BackupError if it differs */
export async function compareTables(
  target: RowSource,
  tables: CopiedDatabase['tables'],
  progress: Progress,
): Promise<void> {
  for (const structure of (await ownTables(target)).tables) {
    progress('comparing', 0, undefined);
    await compare(target, structure, tables[structure.name]);
  }
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

/** Prepares the target unless the copy was begun before; returns the tables of both. */
async function prepareTarget(source: RowSource, target: RowSource): Promise<SchemaTables> {
  const tables = await ownTables(source);
  const fingerprint = await fingerprintOf(source, tables);
  const targetTables = await inTransaction(target, async () => {
    const schema = await supportedSchemaVersion(target);
    const found = await ownTables(target);
    if (schema > 0) {
      const [copy] = await copyMarks(target);
      if (copy?.source === fingerprint) return found;
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
    await target.execute(`insert into database_copy (source) values ('${fingerprint}')`, []);
    return newTables;
  });
  if (JSON.stringify(targetTables.tables) !== JSON.stringify(tables.tables))
    throw new BackupError('the target', 'its tables differ from those of the source.');
  return tables;
}

async function copyMarks(target: RowSource): Promise<{ readonly source: unknown }[]> {
  if (!(await isBeingCopiedInto(target.engine, target.execute))) return [];
  return (await target.execute('select source from database_copy', [])).map(({ source }) => ({ source }));
}

/** Identifies the source and its state: the organizations' event logs reflect nearly every change. */
async function fingerprintOf(source: RowSource, { tables, withGeneratedIds }: SchemaTables): Promise<string> {
  const indicative = ['deployment', 'organization', 'organization_sequence'];
  const sums = [];
  for (const structure of tables)
    if (indicative.includes(structure.name)) sums.push(await sumOf(source, structure));
  const counters = [...(await idCounters(source, withGeneratedIds))].sort();
  return createHash('sha256')
    .update(JSON.stringify([await schemaVersionOf(source), sums, counters]))
    .digest('hex');
}

/** Copies the rows after the existing ones; returns the sum of all rows of the source. */
async function copyTable(
  source: RowSource,
  target: RowSource,
  structure: TableStructure,
  rowsBefore: number,
): Promise<TableSum> {
  const summer = new TableSummer();
  const missingLines = async function* () {
    for await (const line of linesOf(source, structure)) {
      summer.add(line);
      if (summer.rows > rowsBefore) yield line;
    }
  };
  let pieces = 0;
  await inTransaction(target, async () => {
    for await (const piece of inPieces(missingLines())) {
      await insertLines(target, structure, piece);
      if (++pieces % PIECES_PER_COMMIT === 0)
        for (const sql of ['commit', 'begin']) await target.execute(sql, []);
    }
  });
  return summer.end();
}

/** Indexes the words of messages that are not indexed yet. */
async function indexRest(target: RowSource, progress: Progress): Promise<void> {
  const id = target.engine === 'sqlite' ? 'rowid' : 'message_id';
  await inTransaction(target, async () => {
    const [row] = await target.execute(
      `select ${id} as id from message_words order by ${id} desc limit 1`,
      [],
    );
    let pages = 0;
    const commitSome = async () => {
      if (++pages % PIECES_PER_COMMIT === 0)
        for (const sql of ['commit', 'begin']) await target.execute(sql, []);
    };
    await indexAllWords(target, progress, { above: Number(row?.id ?? 0), saveProgress: commitSome });
  });
}

async function compare(
  target: RowSource,
  structure: TableStructure,
  expected: TableSum | undefined,
): Promise<void> {
  const { rows, sha256 } = await inTransaction(target, () => sumOf(target, structure));
  if (expected?.rows === rows && expected.sha256 === sha256) return;
  throw new BackupError(
    `table ${structure.name}`,
    `the ${rows} rows in the target differ from the ${expected?.rows} in the source. Empty the target and start again.`,
  );
}
