// `database copy`: copies the database from one engine to the other, while no server runs or (`--live`) while they do.

import { join } from 'node:path';
import { type CopiedDatabase, copyDatabase } from '../../backups/copy-database.ts';
import { makeDataDirectory } from '../../server/data-directory.ts';
import { rejectUnfinishedRestore } from '../../server/restore-marker.ts';
import { type Claim, claimDataDirectory } from '../../server/single-server.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { printHelp } from '../print-help.ts';
import { withProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';
import { parseBackupArguments, progressAtTerminal } from './backup-arguments.ts';
import { type CopyLocation, type CopyTarget, copyLocation, openTarget } from './copy-target.ts';
import { copyLive } from './live-copy.ts';
import { refuseOtherConnections } from './other-connections.ts';
import { withCurrentRows } from './snapshot.ts';
import { withWorkFolder } from './work-folder.ts';

const HELP = `Usage: npm run parley -- database copy --to URL [FLAGS]        to an empty PostgreSQL database
       npm run parley -- database copy --to-data DIR [FLAGS]   to an embedded database in a data directory

Copies the database from one engine to the other and compares both, table by table. Stop all servers first, or use --live,
and only start them again with the copy. To resume an interrupted copy, run the same command again. The source does not
change. Uploads and other files are not copied: they stay in the data directory or the S3 store.

  --to URL             postgres://user:password@host/database
  --to-data DIR        a directory without parley.db; may be the source's data directory
  --live               copies while servers run. At the end nothing can be written until they are stopped; people can
                       still read. Stop them when the command says so
  --json               prints JSON for scripts
${DATABASE_HELP}`;

/** The result for people and scripts. */
type Copied = CopiedDatabase & { readonly readOnlySeconds?: number };

/** Runs the command. @throws UsageError */
export async function copyCommand(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const flags = { to: text, 'to-data': text, live: { type: 'boolean' } } as const;
  const { values } = parseBackupArguments('database copy', args, [], flags);
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const source = databaseLocation(values);
  const target = copyLocation(values.to, values['to-data']);
  const copied = await copy(source, target, values.live === true);
  process.stdout.write(
    values.json ? `${JSON.stringify(summary(copied), undefined, 2)}\n` : summaryText(copied, source, target),
  );
}

async function copy(source: DatabaseLocation, location: CopyLocation, isLive: boolean): Promise<Copied> {
  if (source.url === undefined && 'directory' in location && source.dataDirectory === location.directory)
    throw new UsageError('The source and the target are the same. Choose another target.', 2);
  // Migrates the database, and fails if there is none.
  await withExistingDatabase(source, async () => undefined);
  const claims: Claim[] = [];
  try {
    // A server on the embedded engine has the claim on its directory.
    if (source.url === undefined && !isLive) claims.push(await claimOf(source.dataDirectory));
    if (source.url !== undefined && !isLive) await refuseServers(source.url);
    if ('directory' in location) claims.push(await claimOf(location.directory));
    if (!isLive || source.url !== undefined)
      return await withProgress(() =>
        copyInto(location, source, (target) => copyFrom(source, target, isLive, '')),
      );
    // Beside the database, of which it needs a copy.
    return await withWorkFolder(join(source.dataDirectory, 'parley.db'), (folder) =>
      copyInto(location, source, (target) => copyFrom(source, target, isLive, folder)),
    );
  } finally {
    for (const claim of claims) await claim.release();
  }
}

/** Fills a target, and puts it in its place. */
async function copyInto(
  location: CopyLocation,
  { dataDirectory }: DatabaseLocation,
  fill: (target: CopyTarget) => Promise<Copied>,
): Promise<Copied> {
  const target = await openTarget(location, dataDirectory);
  let copied: Copied;
  try {
    copied = await fill(target);
  } finally {
    await target.close();
  }
  await target.finish();
  return copied;
}

async function copyFrom(
  source: DatabaseLocation,
  target: CopyTarget,
  isLive: boolean,
  folder: string,
): Promise<Copied> {
  const progress = progressAtTerminal();
  if (isLive) return copyLive(source, target, folder, progress);
  const copied = await withCurrentRows(source, (rows) => copyDatabase(rows, target.rows, progress));
  await target.analyze();
  return copied;
}

async function claimOf(directory: string): Promise<Claim> {
  await makeDataDirectory(directory);
  await rejectUnfinishedRestore(directory);
  return claimDataDirectory(directory);
}

async function refuseServers(url: string): Promise<void> {
  const rows = await PostgresRows.connect(url);
  try {
    await refuseOtherConnections(rows);
  } finally {
    await rows.close();
  }
}

function summary({ tables, resumedRows, readOnlySeconds }: Copied) {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return {
    rows,
    rows_copied_before: resumedRows,
    ...(readOnlySeconds !== undefined && { read_only_seconds: Math.round(readOnlySeconds * 10) / 10 }),
    tables,
  };
}

function summaryText(copied: Copied, source: DatabaseLocation, target: CopyLocation): string {
  const { rows, rows_copied_before: before } = summary(copied);
  const already = before > 0 ? ` (${before} of them earlier)` : '';
  const next =
    'url' in target
      ? `Start the server with --data ${source.dataDirectory} and --database-url.`
      : `Start the server with --data ${target.directory} and without --database-url.`;
  return `Copied ${rows} rows${already}. Both databases have the same content.\n${next}\n`;
}
