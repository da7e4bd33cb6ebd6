// The database as the commands use it that look something up or change it, also beside a server that runs: such a
// server takes in what they wrote within seconds.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiError } from '../api-contract/error.ts';
import { refuseEmptied } from '../server/data-directory.ts';
import { refuseUnfinishedRestore } from '../server/restore-marker.ts';
import { claimDataDirectory } from '../server/single-server.ts';
import { ParleyDatabase } from '../storage/database.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';
import { databaseUrlIn } from './flag-values.ts';
import { checkSettingNames } from './setting-names.ts';
import { UsageError } from './usage.ts';

/** Where the database is. */
export interface DatabasePlace {
  readonly dataDirectory: string;
  readonly url: string | undefined;
}

/** Flags that say where the database is, as `parseArgs` wants them. */
export const placeFlags = { data: { type: 'string' }, 'database-url': { type: 'string' } } as const;

/** What the help of a command says of them. */
export const PLACE_HELP = `  --data DIR           as for the server (PARLEY_DATA, default ./data)
  --database-url URL   as for the server (PARLEY_DATABASE_URL)
`;

/** Where the flags, or the environment, say that the database is. Refuses names in the environment that are nearly settings'. */
export function placeOf(given: { data?: string; 'database-url'?: string }): DatabasePlace {
  checkSettingNames(process.env);
  return {
    dataDirectory: resolve(given.data || process.env.PARLEY_DATA || './data'),
    url: databaseUrlIn(given['database-url'] || process.env.PARLEY_DATABASE_URL || undefined),
  };
}

/** Opens the database for a piece of work; a refusal becomes a sentence for the person at the shell. */
export async function withDatabase<T>(
  { dataDirectory, url }: DatabasePlace,
  work: (database: ParleyDatabase) => Promise<T>,
): Promise<T> {
  await refuseUnfinishedRestore(dataDirectory);
  if (url === undefined) await refuseEmptied(dataDirectory);
  const database = await ParleyDatabase.open({
    url,
    file: join(dataDirectory, 'parley.db'),
    beforeMigrating: () => refuseBesideServer(dataDirectory),
  });
  try {
    return await work(database);
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(error.message) : error;
  } finally {
    await database.close();
  }
}

/** One that runs is of an older version, where the schema is to change, and would go on writing as its own wants it. */
async function refuseBesideServer(dataDirectory: string): Promise<void> {
  try {
    await (await claimDataDirectory(dataDirectory)).release();
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    throw new UsageError(
      `A server of an older version runs on ${dataDirectory}: stop it first, since this version changes the database.`,
    );
  }
}

/** The same for one that must be there already: nothing is made in an empty place. */
export async function withPresentDatabase<T>(
  place: DatabasePlace,
  work: (database: ParleyDatabase) => Promise<T>,
): Promise<T> {
  await refuseUnfinishedRestore(place.dataDirectory);
  if (place.url === undefined && !existsSync(join(place.dataDirectory, 'parley.db'))) {
    throw new UsageError(`There is no database in ${place.dataDirectory}; --data names its directory.`);
  }
  return withDatabase(place, work);
}

/** The organization that a command is about: the one with the host, or the only one. */
export async function organizationAt(database: ParleyDatabase, host: string | undefined): Promise<number> {
  const rows = await allOrganizationRows(database.reader(0));
  const wanted = host?.toLowerCase();
  const found = wanted === undefined && rows.length === 1 ? rows[0] : rows.find((row) => row.host === wanted);
  if (found) return found.id;
  if (rows.length === 0) throw new UsageError('There is no organization yet.');
  const hosts = rows.map((row) => row.host || '"" (the first one)').join(', ');
  throw new UsageError(
    host === undefined
      ? `There are several organizations: name one with --host. There are: ${hosts}.`
      : `There is no organization with the host "${host}". There are: ${hosts}.`,
  );
}
