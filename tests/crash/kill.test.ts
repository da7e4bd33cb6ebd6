// A `kill -9` in the middle of the work: everything that was acknowledged is there afterwards, and every event
// queue goes on without a gap or a repeat.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/client.ts';
import { freshDatabase } from '../support/server.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const directory = await mkdtemp(join(tmpdir(), 'parley-kill-'));
after(() => rm(directory, { recursive: true, force: true }));
const databaseUrl = await freshDatabase();

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const args = ['serve', '--demo', '--port', '0', '--data', directory];
  if (databaseUrl) args.push('--database-url', databaseUrl);
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const address = /listening on (\S+)/.exec(out)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error('the server ended before it was ready')));
  });
  return { child, url };
}

/** Resolves once the process is gone. */
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const ROUNDS = 3;
const SENDERS = 8;
const SENT_BEFORE_KILL = 60;

test('nothing acknowledged is lost, and queues go on where they were', async () => {
  let { child, url } = await start();
  const key = await new ApiClient(url).ok('POST', '/dev_fetch_api_key', { username: 'mel@example.com' });
  const client = () => new ApiClient(url, key.email, key.api_key, key.user_id);
  const snapshot = await client().ok('POST', '/register', {
    event_types: ['message'],
    idle_queue_timeout: 3600,
  });
  let lastEventId: number = snapshot.last_event_id;
  const received: string[] = [];
  const acknowledged = new Set<string>();
  const poll = async () => {
    for (;;) {
      const { events } = await client().ok('GET', '/events', {
        queue_id: snapshot.queue_id,
        last_event_id: lastEventId,
        dont_block: true,
      });
      if (events.length === 0) return;
      for (const event of events) {
        assert.ok(event.id > lastEventId, 'ids rise');
        lastEventId = event.id;
        received.push(event.message.content);
      }
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    let sent = 0;
    const sender = async (number: number) => {
      for (let count = 0; ; count++) {
        const content = `round ${round} sender ${number} message ${count}`;
        try {
          const { status } = await client().request('POST', '/messages', {
            type: 'channel',
            to: 'general',
            topic: 'kill',
            content,
          });
          if (status !== 200) return;
          acknowledged.add(content);
          if (++sent === SENT_BEFORE_KILL) child.kill('SIGKILL');
        } catch {
          return;
        }
      }
    };
    await Promise.all([
      ...Array.from({ length: SENDERS }, (_, number) => sender(number)),
      poll().catch(() => undefined),
    ]);
    await kill(child);
    ({ child, url } = await start());
    await poll();
    const distinct = new Set(received);
    assert.equal(distinct.size, received.length, 'no message came twice');
    for (const content of acknowledged) assert.ok(distinct.has(content), `lost: ${content}`);
  }
  assert.ok(acknowledged.size >= ROUNDS * SENT_BEFORE_KILL);
  await kill(child);
});
