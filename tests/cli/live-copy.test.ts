// Copying a database while its server runs: people read on while nothing can be written, and continue at the copy with
// their event queues.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { root, runningDemo } from '../support/command-line.ts';
import { freshDatabase, type TestServer } from '../support/server.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';
import { clientAt, runJson, seenBy, serverAt, storageAt, type TestStorage } from './backups.ts';

interface MessageEvent {
  readonly message: { readonly id: number };
}

const send = (client: ApiClient, content: string) =>
  client.request('POST', '/messages', { type: 'channel', to: '"general"', topic: 'moving', content });

/** Sends messages until nothing can be written; returns their ids. */
async function sendUntilReadOnly(client: ApiClient): Promise<number[]> {
  const ids: number[] = [];
  await waitUntil(async () => {
    const { status, body, headers } = await send(client, `message ${ids.length}`);
    if (status === 200) ids.push(body.id);
    else {
      assert.equal(status, 503);
      assert.match(body.msg, /^The server is being moved\. .* Try again in a minute\.$/);
      assert.equal(headers.get('retry-after'), '5');
    }
    return status !== 200;
  }, 'nothing can be written');
  return ids;
}

/** Where a database can be copied to: a file, or from there PostgreSQL. */
async function nextStorage({ databaseUrl }: TestStorage): Promise<{
  readonly storage: TestStorage;
  readonly flags: readonly string[];
}> {
  const directory = await mkdtemp(join(root, 'live-'));
  const url = databaseUrl === undefined ? await freshDatabase() : undefined;
  return { storage: storageAt(directory, url), flags: url ? ['--to', url] : ['--to-data', directory] };
}

/** Moves a running server, in the middle of everything. */
async function move(server: TestServer, from: TestStorage, people: readonly ApiClient[]) {
  const [mel, mia] = people as [ApiClient, ApiClient];
  const { queue_id: queueId, last_event_id: start } = await mia.ok('POST', '/register', {
    event_types: ['message'],
  });
  const { storage, flags } = await nextStorage(from);
  const copying = runJson('database', 'copy', '--live', ...flags, ...from.flags);
  const ids = await sendUntilReadOnly(mel);
  // People read on.
  const { messages } = await mia.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: ids.length,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'moving' }],
  });
  assert.deepEqual(
    messages.map(({ id }: { id: number }) => id),
    ids,
  );
  const received = [];
  let lastEventId = start;
  while (received.length < ids.length) {
    const { events } = await mia.ok('GET', '/events', { queue_id: queueId, last_event_id: lastEventId });
    lastEventId = events.at(-1).id;
    received.push(...events.map((event: MessageEvent) => event.message.id));
  }
  assert.deepEqual(received, ids);
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  await server.close();
  const summary = await copying;
  assert.ok(summary.read_only_seconds >= 0, JSON.stringify(summary.read_only_seconds));
  return { storage, ids, queue: { queue_id: queueId, last_event_id: lastEventId } };
}

test('a server is moved while it runs, and back', async () => {
  const { server } = await runningDemo();
  const people = await Promise.all([server.as('mel'), server.as('mia'), server.as('olive')]);
  let [running, storage] = [server, storageAt(server.dataDirectory, server.databaseUrl)];
  for (let moves = 0; moves < 2; moves++) {
    const moved = await move(
      running,
      storage,
      people.map((client) => clientAt(running, client)),
    );
    // The source is unchanged.
    const former = await serverAt(storage);
    const seenThere = await Promise.all(people.map((client) => seenBy(clientAt(former, client), 'message')));
    await former.close();
    running = await serverAt(moved.storage);
    const seenHere = await Promise.all(people.map((client) => seenBy(clientAt(running, client), 'message')));
    assert.deepEqual(seenHere, seenThere);
    // The event queue continues where it was.
    const next = await clientAt(running, people[0] as ApiClient).sendToChannel(
      'general',
      'moving',
      'arrived',
    );
    assert.ok(next > Number(moved.ids.at(-1)));
    const { events } = await clientAt(running, people[1] as ApiClient).ok('GET', '/events', moved.queue);
    assert.deepEqual(
      events.map((event: MessageEvent) => event.message.id),
      [next],
    );
    storage = moved.storage;
  }
  await running.close();
});

test('a copy waits until all servers have stopped', needsPostgres, async () => {
  const { one, two, as } = await startTwoServers();
  const [mel, melAtTwo] = await as('mel');
  const target = await mkdtemp(join(root, 'live-'));
  const flags = storageAt(one.dataDirectory, one.databaseUrl).flags;
  let hasEnded = false;
  const copying = runJson('database', 'copy', '--live', '--to-data', target, ...flags).finally(() => {
    hasEnded = true;
  });
  const ids = await sendUntilReadOnly(mel);
  assert.equal((await send(melAtTwo, 'refused')).status, 503);
  await one.close();
  assert.equal((await send(melAtTwo, 'refused')).status, 503);
  await melAtTwo.ok('GET', `/messages/${ids[0]}`);
  assert.equal(hasEnded, false);
  await two.close();
  await copying;
  const moved = await serverAt(storageAt(target, undefined));
  await clientAt(moved, mel).ok('GET', `/messages/${ids.at(-1)}`);
  await moved.close();
});
