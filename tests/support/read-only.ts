// Makes the database of a test server read-only, as `database copy --live` does.

import { join } from 'node:path';
import { lockPostgres } from '../../src/storage/postgres-read-only.ts';
import type { ReadOnlyLock } from '../../src/storage/read-only.ts';
import { lockFile } from '../../src/storage/sqlite-read-only.ts';
import type { TestServer } from './server.ts';

export function makeReadOnly({
  dataDirectory,
  databaseUrl,
}: Pick<TestServer, 'dataDirectory' | 'databaseUrl'>): Promise<ReadOnlyLock> {
  return databaseUrl === undefined ? lockFile(join(dataDirectory, 'parley.db')) : lockPostgres(databaseUrl);
}
