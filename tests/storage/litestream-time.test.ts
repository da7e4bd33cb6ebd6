// With Litestream the embedded database is returned to a moment between two messages, as docs/guide/point-in-time.md
// describes. The server continues from there, and clients load everything again.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { clientAt, runJson, serverAt, storageAt } from '../cli/backups.ts';
import { skipWithout } from '../packaging/other-programs.ts';
import { KillableServer } from '../support/killable.ts';
import { startLitestream } from '../support/litestream.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const run = promisify(execFile);
const skip = testDatabaseUrl ? 'it is about the embedded engine' : skipWithout('litestream');

process.env.PARLEY_CHECKPOINTS = 'litestream';
after(() => {
  delete process.env.PARLEY_CHECKPOINTS;
});

test('Litestream returns the database to a moment between two messages', { skip }, async () => {
  const server = await KillableServer.prepare();
  await server.start();
  const database = join(server.dataDirectory, 'parley.db');
  const litestream = await startLitestream(database, temporaryFolder());
  const mel = await server.as('mel');
  const send = (content: string) => mel.sendToChannel('general', 'recovery', content);
  let restores = 0;
  /** The ids of the messages as of a moment, in a new file. */
  const restored = async (...options: string[]) => {
    const file = join(temporaryFolder(), `restored-${++restores}.db`);
    await run('litestream', ['restore', '-config', litestream.config, ...options, '-o', file, database]);
    const found = new Database(file, { readonly: true });
    assert.equal(found.pragma('integrity_check', { simple: true }), 'ok');
    const rows = found.prepare('select id from message order by id').all() as { id: number }[];
    found.close();
    return { file, ids: rows.map(({ id }) => id) };
  };
  /** Waits until the copy has a message; it has nothing to restore at first. */
  const copied = (id: number) =>
    waitUntil(async () => {
      const { ids } = await restored().catch(() => ({ ids: [] as number[] }));
      return ids.includes(id);
    }, `the copy has message ${id}`);
  const { queue_id: queueId, last_event_id: start } = await mel.ok('POST', '/register', {
    event_types: ['message'],
  });
  let last = 0;
  for (let at = 0; at < 5; at++) last = await send(`kept ${at}`);
  await copied(last);
  const moment = new Date().toISOString();
  const lost: number[] = [];
  for (let at = 0; at < 5; at++) lost.push(await send(`lost ${at}`));
  await copied(Number(lost.at(-1)));
  const { events } = await mel.ok('GET', '/events', { queue_id: queueId, last_event_id: start });
  await Promise.all([server.kill(), litestream.kill()]);

  const { file, ids } = await restored('-timestamp', moment);
  assert.equal(ids.at(-1), last);
  const storage = storageAt(temporaryFolder(), undefined);
  await copyFile(file, join(storage.dataDirectory, 'parley.db'));
  await copyFile(join(server.dataDirectory, 'secret'), join(storage.dataDirectory, 'secret'));
  assert.deepEqual(await runJson('database', 'recovered', ...storage.flags), { ended_queues: 1 });
  const restarted = await serverAt(storage);
  const here = clientAt(restarted, mel);
  const poll = { queue_id: queueId, last_event_id: events.at(-1).id, dont_block: true };
  await here.refused('GET', '/events', poll, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`);
  assert.ok((await here.sendToChannel('general', 'recovery', 'after')) > last);
  await restarted.close();
});
