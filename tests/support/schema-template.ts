// An embedded database with all tables and nothing in them, made once in each process of tests, to be copied for servers that
// begin without an organization: to bring one to the newest schema takes longer than all else of their start.

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { temporaryFolder } from './temporary.ts';

let made: Promise<string> | undefined;

async function make(): Promise<string> {
  const file = join(temporaryFolder(), 'parley.db');
  const database = await ParleyDatabase.open({ url: undefined, file });
  await database.close();
  return file;
}

/** Puts it where a server will start. */
export async function copySchemaTo(dataDirectory: string): Promise<void> {
  made ??= make();
  await copyFile(await made, join(dataDirectory, 'parley.db'));
}
