// `database compact`: rewrites the database file without unused space, which may still hold deleted data.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { claimDataDirectory } from '../../server/single-server.ts';
import { type DatabasePlace, PLACE_HELP, placeOf, withPresentDatabase } from '../command-database.ts';
import { printHelp } from '../print-help.ts';
import { givenTo } from './given.ts';
import { withRefusals } from './refusals.ts';

const HELP = `Usage: npm run parley -- database compact [FLAGS]

gives back unused room of the database, in which the remains of deleted data may stand until it is used again. With
the embedded engine the server must be stopped, and the disk needs room for the database once more. On PostgreSQL it
runs VACUUM FULL, which keeps servers waiting.

  --json               prints JSON for scripts
${PLACE_HELP}`;

/** Runs the command. @throws UsageError */
export async function compactCommand(args: readonly string[]): Promise<void> {
  const { values } = givenTo('database compact', args, [], {});
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const location = placeOf(values);
  await withRefusals(() => compact(location));
  process.stdout.write(values.json ? '{ "is_compact": true }\n' : 'The database holds no deleted data.\n');
}

async function compact(location: DatabasePlace): Promise<void> {
  await withPresentDatabase(location, async () => undefined);
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
