// Databases that earlier releases wrote, copied for a test.

import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { onCleanup } from '../support/cleanup.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';

const directory = fileURLToPath(new URL('releases', import.meta.url));
/** The releases with a stored database. */
export const releases = await readdir(directory);

/** Where a release's database is, after copying it. */
export async function copyRelease(release: string) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-release-'));
  onCleanup(() => rm(dataDirectory, { recursive: true, force: true }));
  const fileOf = (name: string) => join(directory, release, name);
  if (!testDatabaseUrl) {
    await writeFile(join(dataDirectory, 'parley.db'), gunzipSync(await readFile(fileOf('sqlite.db.gz'))));
    await copyFile(fileOf('sqlite.secret'), join(dataDirectory, 'secret'));
    return { dataDirectory, databaseUrl: undefined };
  }
  const databaseUrl = await freshDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(gunzipSync(await readFile(fileOf('postgres.sql.gz'))).toString());
  await client.end();
  await copyFile(fileOf('postgres.secret'), join(dataDirectory, 'secret'));
  return { dataDirectory, databaseUrl };
}
