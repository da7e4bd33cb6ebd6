// A backup made by an older version is restored on either engine and migrated, and its messages are searchable.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { writeBackup } from '../../src/backups/write-backup.ts';
import { DiskStore } from '../../src/files/disk-store.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { schemaVersionOf } from '../../src/storage/rows/table-structure.ts';
import { root } from '../support/command-line.ts';
import { emptyStorage, engines, freshPath, runJson, serverAt } from './backups.ts';

const release = fileURLToPath(new URL('../storage/releases/2450301/', import.meta.url));

/** The backup that the older version would have written of its database. */
async function olderBackup(): Promise<string> {
  const dataDirectory = await mkdtemp(join(root, 'older-'));
  const [database, file] = [join(dataDirectory, 'parley.db'), freshPath()];
  await writeFile(database, gunzipSync(await readFile(join(release, 'sqlite.db.gz'))));
  const rows = SqliteRows.forReading(database);
  assert.equal(await schemaVersionOf(rows), 10);
  const secret = await readFile(join(release, 'sqlite.secret'));
  const source = {
    rows,
    fileStore: new DiskStore(dataDirectory),
    dataFiles: new Map([['secret', secret] as const]),
  };
  await writeBackup(source, file, () => undefined);
  rows.close();
  return file;
}

test('a backup of an older version is migrated when it is restored', async () => {
  const file = await olderBackup();
  for (const engine of engines) {
    const target = await emptyStorage(engine);
    await runJson('restore', file, ...target.flags);
    const server = await serverAt(target);
    const login = { username: 'bo@acme.example', password: 'a fine password' };
    const { api_key: key } = await server.anonymous.ok('POST', '/fetch_api_key', login);
    const bo = server.client(login.username, key);
    const { messages } = await bo.ok('GET', '/messages', {
      ...{ anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false },
      narrow: [{ operator: 'search', operand: 'lamp' }],
    });
    assert.deepEqual(
      messages.map(({ content }: { content: string }) => content),
      ['The **lamp** is lit'],
    );
    await server.close();
  }
});
