// An empty embedded database with all tables, made once per test process and copied for servers that start without an
// organization: migrating to the newest schema takes longer than the rest of their start.

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { temporaryFolder } from './temporary.ts';

let template: Promise<string> | undefined;

async function make(): Promise<string> {
  const file = join(temporaryFolder(), 'parley.db');
  const database = await ParleyDatabase.open({ url: undefined, file });
  await database.close();
  return file;
}

/** Copies the empty database to the data directory of a server that will start there. */
export async function copySchemaTo(dataDirectory: string): Promise<void> {
  template ??= make();
  await copyFile(await template, join(dataDirectory, 'parley.db'));
}
