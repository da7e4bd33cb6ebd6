// Opens a database for one test, with the log of one organization.

import { join } from 'node:path';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { onCleanup } from '../support/cleanup.ts';
import { freshDatabase } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();
let files = 0;

/** Opens a new database on the run's engine; it is closed after the tests of the file. */
export async function openDatabase(): Promise<ParleyDatabase> {
  const database = await ParleyDatabase.open({
    url: await freshDatabase(),
    file: join(directory, `${files++}.db`),
  });
  // A test may already have closed it.
  onCleanup(() => database.close().catch(() => undefined));
  await database.write(0, async (writer) => {
    await writer.db.insertInto('organization_sequence').values({ organization_id: 1, sequence: 0 }).execute();
  });
  return database;
}
