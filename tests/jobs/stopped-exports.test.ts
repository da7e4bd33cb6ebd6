// An export during which a server stops is made at once by the next one, and the interrupted attempt does not count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportById } from '../../src/stores/exports/export-store.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

test('an export is released by a server that stops, and made by the next', async (t) => {
  const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
  const first = await startTestServer(storage);
  const olive = await first.as('olive');
  let closePromise: Promise<void> | undefined;
  t.mock.method(first.server.services.diskSpace, 'refuseFilesWhenLow', async () => {
    closePromise ??= first.close();
  });
  const { id } = await olive.ok('POST', '/export/realm');
  await waitUntil(async () => closePromise !== undefined);
  await closePromise;
  const second = await startTestServer(storage);
  const row = () => exportById(second.server.services.database.reader(1), id);
  await second.server.scheduler.runDue();
  await waitUntil(async () => (await row())?.completed_at != null);
  assert.equal((await row())?.tries, 1);
});
