// Opens the database for commands that read or change it, also while a server runs: the server picks up
// changes within seconds.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { updateCalls } from '../actions/native-calls/update-calls.ts';
import { rejectEmptiedDatabase } from '../server/data-directory.ts';
import { rejectUnfinishedRestore } from '../server/restore-marker.ts';
import { claimDataDirectory } from '../server/single-server.ts';
import { ParleyDatabase } from '../storage/database.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';
import { checkpointsIn, databaseUrlIn } from './flag-values.ts';
import { checkSettingNames } from './setting-names.ts';
import { UsageError } from './usage.ts';

export interface DatabaseLocation {
  readonly dataDirectory: string;
  readonly url: string | undefined;
  /** Whether Litestream runs the checkpoints of the embedded engine (`PARLEY_CHECKPOINTS`). */
  readonly isReplicated?: boolean;
}

/** The flags for the location of the database, in the form of `parseArgs`. */
export const databaseFlags = { data: { type: 'string' }, 'database-url': { type: 'string' } } as const;

/** The help text for these flags. */
export const DATABASE_HELP = `  --data DIR           the server's data directory (PARLEY_DATA, default ./data)
  --database-url URL   the server's PostgreSQL database (PARLEY_DATABASE_URL)
`;

/**
 * The database location given by flags or environment. @throws UsageError for an environment variable that
 * resembles a setting
 */
export function databaseLocation(flags: { data?: string; 'database-url'?: string }): DatabaseLocation {
  checkSettingNames(process.env);
  const url = databaseUrlIn(flags['database-url'] || process.env.PARLEY_DATABASE_URL || undefined);
  const checkpoints = process.env.PARLEY_CHECKPOINTS || undefined;
  return {
    dataDirectory: resolve(flags.data || process.env.PARLEY_DATA || './data'),
    url,
    isReplicated: url === undefined && checkpointsIn(checkpoints, 'PARLEY_CHECKPOINTS'),
  };
}

/** Opens the database for some work. @throws UsageError for an error of the caller */
export async function withDatabase<T>(
  { dataDirectory, url, isReplicated }: DatabaseLocation,
  work: (database: ParleyDatabase) => Promise<T>,
): Promise<T> {
  await rejectUnfinishedRestore(dataDirectory);
  if (url === undefined) await rejectEmptiedDatabase(dataDirectory);
  const database = await ParleyDatabase.open({
    url,
    file: join(dataDirectory, 'parley.db'),
    isReplicated,
    leavesLog: true,
    beforeMigrating: () => rejectOlderServer(dataDirectory),
  });
  database.atEndOfUnits(updateCalls);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Rejects the command while a server of an older version runs, which would continue to write in the old schema. */
async function rejectOlderServer(dataDirectory: string): Promise<void> {
  try {
    await (await claimDataDirectory(dataDirectory)).release();
  } catch (error) {
    if (!(error instanceof UnusableDatabaseError)) throw error;
    throw new UsageError(
      `An older version of the server is running on ${dataDirectory}. Stop it first: this version upgrades the database.`,
    );
  }
}

/** Works like `withDatabase`, but fails if there is no database yet. */
export async function withExistingDatabase<T>(
  location: DatabaseLocation,
  work: (database: ParleyDatabase) => Promise<T>,
): Promise<T> {
  await rejectUnfinishedRestore(location.dataDirectory);
  if (location.url === undefined && !existsSync(join(location.dataDirectory, 'parley.db'))) {
    throw new UsageError(`No database found in ${location.dataDirectory}. Set its directory with --data.`);
  }
  return withDatabase(location, work);
}

/** The id of the organization with a host, or of the only organization. @throws UsageError */
export async function organizationAt(database: ParleyDatabase, host: string | undefined): Promise<number> {
  const rows = await allOrganizationRows(database.reader(0));
  const wantedHost = host?.toLowerCase();
  const found =
    wantedHost === undefined && rows.length === 1 ? rows[0] : rows.find((row) => row.host === wantedHost);
  if (found) return found.id;
  if (rows.length === 0)
    throw new UsageError('There are no organizations yet. Create one with "organization create".');
  const hosts = rows.map((row) => row.host || '"" (any host)').join(', ');
  throw new UsageError(
    host === undefined
      ? `There are several organizations. Choose one with --host: ${hosts}.`
      : `No organization has the host "${host}". The hosts are: ${hosts}.`,
  );
}
