// `database copy --live` is killed while the server is read-only: the server writes again at once, and the same command
// finishes the copy later, with what was written in between.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { ApiClient } from '../support/client.ts';
import { KillableServer } from '../support/killable.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { clientAt, serverAt, storageAt } from './backups.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));

/** Starts the command in a process of its own; resolves once it waits for the server to stop. */
async function startCopy(args: readonly string[]) {
  const child = spawn(process.execPath, [main, 'database', 'copy', '--live', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      err += chunk;
      if (err.includes('Stop the server now')) resolve();
    });
    child.once('exit', () => reject(new Error(err)));
  });
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    failure: async () => {
      assert.deepEqual(await ended, [1, null], err);
      return err;
    },
    result: async () => {
      assert.deepEqual(await ended, [0, null], err);
      return JSON.parse(out);
    },
  };
}

const send = (client: ApiClient, content: string) =>
  client.request('POST', '/messages', { type: 'channel', to: '"general"', topic: 'moving', content });

test('a server writes again when the command is killed, and the command can be repeated', async () => {
  const server = await KillableServer.prepare();
  await server.start();
  const mel = await server.as('mel');
  const before = await mel.sendToChannel('general', 'moving', 'before');
  const target = temporaryFolder();
  const url = server.databaseUrl;
  const args = ['--to-data', target, '--data', server.dataDirectory, ...(url ? ['--database-url', url] : [])];
  const first = await startCopy(args);
  assert.equal((await send(mel, 'refused')).status, 503);
  await assert.rejects(serverAt(storageAt(target, undefined)), /incomplete copy/);
  await first.kill();
  await waitUntil(async () => (await send(mel, 'again')).status === 200, 'the server writes again');
  const between = await mel.sendToChannel('general', 'moving', 'in between');
  const second = await startCopy(args);
  assert.equal((await send(mel, 'refused')).status, 503);
  await server.kill();
  const { rows_copied_before: rowsBefore, rows } = await second.result();
  assert.ok(rowsBefore > 0.9 * rows, `${rowsBefore} of ${rows}`);
  const moved = await serverAt(storageAt(target, undefined));
  const { messages } = await clientAt(moved, mel).ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'moving' }],
  });
  const contents = messages.map(({ content }: { content: string }) => content);
  assert.deepEqual(contents, ['<p>before</p>', '<p>again</p>', '<p>in between</p>']);
  assert.deepEqual([messages[0].id, messages[2].id], [before, between]);
  await moved.close();
});

/** Changes the log of an organization as a server does that does not know that the database is read-only. */
async function writeAnyway({ dataDirectory, databaseUrl }: KillableServer): Promise<void> {
  const sql = 'update organization_sequence set sequence = sequence + 1000';
  if (databaseUrl === undefined) {
    const database = new Database(join(dataDirectory, 'parley.db'));
    database.exec(sql);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

test('a server of another version that writes meanwhile is noticed', async () => {
  const server = await KillableServer.prepare();
  await server.start();
  const target = temporaryFolder();
  const url = server.databaseUrl;
  const args = ['--to-data', target, '--data', server.dataDirectory, ...(url ? ['--database-url', url] : [])];
  const copy = await startCopy(args);
  await writeAnyway(server);
  await server.kill();
  assert.match(
    await copy.failure(),
    /The source: it was changed while it was read-only\. Run the command again\./,
  );
  await assert.rejects(serverAt(storageAt(target, undefined)), /incomplete copy/);
});
