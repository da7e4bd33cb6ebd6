// Litestream copies the embedded database while the server is under load. Then the machine is lost: both processes are
// killed and the data directory is gone. The copy has all acknowledged messages but those of the last second.
// PARLEY_TEST_LITESTREAM_KILLS sets how often.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { limits } from '../../src/api-contract/limits.ts';
import { checkCheckpoints } from '../../src/cli/checks/checkpoints.ts';
import { skipWithout } from '../packaging/other-programs.ts';
import { KillableServer } from '../support/killable.ts';
import { startLitestream } from '../support/litestream.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const run = promisify(execFile);
const skip = testDatabaseUrl ? 'it is about the embedded engine' : skipWithout('litestream');
const KILLS = Number(process.env.PARLEY_TEST_LITESTREAM_KILLS ?? 2);
const LONGEST_LOSS_MILLISECONDS = 1000;

process.env.PARLEY_CHECKPOINTS = 'litestream';
after(() => {
  delete process.env.PARLEY_CHECKPOINTS;
});

for (let kill = 1; kill <= KILLS; kill++) {
  test(`a machine is lost under load, and at most one second with it (${kill})`, { skip }, async (t) => {
    const server = await KillableServer.prepare();
    await server.start();
    const database = join(server.dataDirectory, 'parley.db');
    const litestream = await startLitestream(database, temporaryFolder());
    const check = () => checkCheckpoints({ dataDirectory: server.dataDirectory, isReplicated: true });
    await waitUntil(async () => (await check()).is_right);
    const acknowledgedAt = new Map<number, number>();
    let isLost = false;
    const until = 400 + 37 * kill;
    let largestLog = 0;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const senders = ['mel', 'mia', 'max', 'adam'].map(async (name) => {
      const client = await server.as(name);
      while (!isLost) {
        const { status, body } = await client
          .request('POST', '/messages', {
            type: 'channel',
            to: '"general"',
            topic: 'loss',
            content: 'x'.repeat(3000),
          })
          // The machine was lost before it answered.
          .catch(() => ({ status: 0, body: { id: 0 } }));
        if (status !== 200) continue;
        acknowledgedAt.set(Number(body.id), performance.now());
        largestLog = Math.max(largestLog, (await stat(`${database}-wal`)).size);
        if (acknowledgedAt.size >= until) resolve();
      }
    });
    await enough;
    isLost = true;
    const lostAt = performance.now();
    await Promise.all([server.kill(), litestream.kill()]);
    await Promise.all(senders);
    const restored = join(temporaryFolder(), 'parley.db');
    await run('litestream', ['restore', '-config', litestream.config, '-o', restored, database]);
    const found = new Database(restored, { readonly: true });
    const ids = new Set(
      (found.prepare('select id from message').all() as { id: number }[]).map(({ id }) => id),
    );
    assert.deepEqual(found.pragma('integrity_check', { simple: true }), 'ok');
    found.close();
    const missing = [...acknowledgedAt].filter(([id, at]) => at < lostAt && !ids.has(id));
    const loss = Math.max(0, ...missing.map(([, at]) => lostAt - at));
    t.diagnostic(
      `${acknowledgedAt.size} acknowledged, ${missing.length} of the last ${Math.round(loss)} ms missing, write-ahead log at most ${largestLog} bytes`,
    );
    assert.ok(loss <= LONGEST_LOSS_MILLISECONDS, `${loss} ms`);
    assert.ok(largestLog < limits.writeAheadLogBytes, `${largestLog} bytes`);
  });
}
