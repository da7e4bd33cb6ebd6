// `database copy --live`: copies while servers run. Only what changed meanwhile is copied while nothing can be written.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BackupError, type Progress } from '../../backups/backup-error.ts';
import { beginCopy, type CopiedDatabase, copyOnce, copyRest, endCopy } from '../../backups/copy-database.ts';
import { claimDataDirectory } from '../../server/single-server.ts';
import { UnusableDatabaseError } from '../../storage/migrations/migrate.ts';
import { lockPostgres } from '../../storage/postgres-read-only.ts';
import type { ReadOnlyLock } from '../../storage/read-only.ts';
import { ownTables } from '../../storage/rows/own-tables.ts';
import { type RowSource, sumOf } from '../../storage/rows/rows.ts';
import { lockFile } from '../../storage/sqlite-read-only.ts';
import type { DatabaseLocation } from '../command-database.ts';
import { endProgress } from '../progress.ts';
import type { CopyTarget } from './copy-target.ts';
import { withCurrentRows, withSnapshotRows } from './snapshot.ts';

/** Passes go on while servers write, until one finds no more than this to do, or there were enough. */
const FEW_ROWS = 20_000;
const MAX_LIVE_PASSES = 5;
const CHECK_MILLISECONDS = 200;

/** The result of a copy that was made while servers ran. */
export interface LiveCopy extends CopiedDatabase {
  /** How long nothing could be written before the copy was complete. */
  readonly readOnlySeconds: number;
}

/** A database that is read-only, and that servers still read. */
interface ReadOnlySource extends ReadOnlyLock {
  areServersStopped(): Promise<boolean>;
}

/**
 * Copies a database that servers use. Resolves once they have been stopped: from then on they can be started on the copy.
 * @param folder for a copy of an embedded database
 */
export async function copyLive(
  source: DatabaseLocation,
  target: CopyTarget,
  folder: string,
  progress: Progress,
): Promise<LiveCopy> {
  const resumedRows = await copyWhileServing(source, target, folder, progress);
  const lock = await lockSource(source);
  try {
    const begun = performance.now();
    const [tables, sequences] = await withCurrentRows(source, async (rows) => {
      const { tables } = await copyRest(rows, target.rows, progress);
      return [tables, await sequencesOf(rows)] as const;
    });
    const readOnlySeconds = (performance.now() - begun) / 1000;
    endProgress();
    if (!(await lock.areServersStopped())) {
      process.stderr.write(
        `The copy is complete, and nothing can be written (for ${readOnlySeconds.toFixed(0)} seconds so far). Stop the server now.\n`,
      );
      while (!(await lock.areServersStopped())) await pause(CHECK_MILLISECONDS);
    }
    // A server of another version does not know that the database is read-only.
    if ((await withCurrentRows(source, sequencesOf)) !== sequences)
      throw new BackupError('the source', 'it was changed while it was read-only. Run the command again.');
    await endCopy(target.rows);
    return { tables, resumedRows, readOnlySeconds };
  } finally {
    await lock.release();
  }
}

/** Copies most rows; returns how many the target had. */
async function copyWhileServing(
  source: DatabaseLocation,
  target: CopyTarget,
  folder: string,
  progress: Progress,
): Promise<number> {
  let resumedRows: number | undefined;
  for (let pass = 1; pass <= MAX_LIVE_PASSES; pass++) {
    const { presentRows, changedRows } = await withSnapshotRows(source, folder, async (rows) => {
      if (pass === 1) await beginCopy(rows, target.rows);
      return copyOnce(rows, target.rows, progress);
    });
    if (pass === 1) await target.analyze();
    resumedRows ??= presentRows;
    if (changedRows <= FEW_ROWS) break;
  }
  return resumedRows ?? 0;
}

/** Makes the source read-only. */
async function lockSource({ dataDirectory, url }: DatabaseLocation): Promise<ReadOnlySource> {
  if (url !== undefined) return lockPostgres(url);
  const lock = await lockFile(join(dataDirectory, 'parley.db'));
  let claim: ReadOnlyLock | undefined;
  return {
    areServersStopped: async () => {
      claim ??= await claimDataDirectory(dataDirectory).catch((error: unknown) => {
        if (error instanceof UnusableDatabaseError) return undefined;
        throw error;
      });
      return claim !== undefined;
    },
    release: async () => {
      await claim?.release();
      await lock.release();
    },
  };
}

/** The heads of all event logs, which nearly every change moves. */
async function sequencesOf(rows: RowSource): Promise<string> {
  const { tables } = await ownTables(rows);
  const table = tables.find(({ name }) => name === 'organization_sequence');
  if (!table) throw new Error('there is no table organization_sequence');
  return (await sumOf(rows, table)).sha256;
}
