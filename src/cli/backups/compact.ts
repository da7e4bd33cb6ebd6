// `database compact`: rewrites the database file without unused space, which may still hold deleted data.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { claimDataDirectory } from '../../server/single-server.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { printHelp } from '../print-help.ts';
import { withProgress } from '../progress.ts';
import { parseBackupArguments } from './backup-arguments.ts';

const HELP = `Usage: npm run parley -- database compact [FLAGS]

Frees unused space in the database, which may still contain deleted data. With the embedded engine, stop the server
first and make sure that the disk has room for a second copy of the database. On PostgreSQL, this runs VACUUM FULL, which
blocks servers until it is done.

  --json               prints JSON for scripts
${DATABASE_HELP}`;

/** Runs the command. @throws UsageError */
export async function compactCommand(args: readonly string[]): Promise<void> {
  const { values } = parseBackupArguments('database compact', args, [], {});
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const location = databaseLocation(values);
  await withProgress(() => compact(location));
  process.stdout.write(
    values.json ? '{ "is_compact": true }\n' : 'The database is compact and contains no deleted data.\n',
  );
}

async function compact(location: DatabaseLocation): Promise<void> {
  await withExistingDatabase(location, async () => undefined);
  if (location.url !== undefined) return compactPostgres(location.url);
  const claim = await claimDataDirectory(location.dataDirectory);
  try {
    const file = new Database(join(location.dataDirectory, 'parley.db'));
    try {
      file.exec("insert into message_words(message_words) values ('optimize')");
      file.exec('vacuum');
      file.pragma('wal_checkpoint(truncate)');
    } finally {
      file.close();
    }
  } finally {
    await claim.release();
  }
}

async function compactPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('vacuum full');
  } finally {
    await client.end();
  }
}
