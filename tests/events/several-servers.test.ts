// Several servers on one database: what one of them does not hear of must not make it wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteQueue } from '../../src/events/queue-store.ts';
import { ApiClient } from '../support/client.ts';
import { untilSo } from '../support/later.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = !testDatabaseUrl && 'several servers need PostgreSQL';

async function twoServers() {
  const databaseUrl = await freshDatabase();
  const dataDirectory = temporaryFolder();
  const one = await startTestServer({ dataDirectory, databaseUrl });
  const two = await startTestServer({ dataDirectory, databaseUrl });
  const mia = await one.as('mia');
  return { one, two, mia, miaAtTwo: new ApiClient(two.url, mia.email, mia.apiKey, mia.userId) };
}

test('a queue that was polled elsewhere for a while is not idle here', { skip }, async (t) => {
  const { two, mia, miaAtTwo } = await twoServers();
  const { queueId, snapshot } = await mia.listen({ event_types: ['message'] });
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id, dont_block: true };
  await mia.ok('GET', '/events', poll);
  const now = performance.now.bind(performance);
  let later = 500_000;
  t.mock.method(performance, 'now', () => now() + later);
  await miaAtTwo.ok('GET', '/events', poll);
  await (await two.server.directory.forHost('x')).keepPositions();
  later = 900_000;
  const { events } = await mia.ok('GET', '/events', poll);
  assert.deepEqual(events, []);
});

test('a queue that its client deleted at another server ends here at once, with its poll', {
  skip,
}, async () => {
  const { one, mia, miaAtTwo } = await twoServers();
  const { queueId, snapshot } = await mia.listen({ event_types: ['message'] });
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id };
  const waiting = mia.request('GET', '/events', poll);
  const hub = await one.server.directory.forHost('x');
  await untilSo(async () => hub.waitingCount > 0);
  await miaAtTwo.ok('DELETE', '/events', { queue_id: queueId });
  assert.equal((await waiting).body.code, 'BAD_EVENT_QUEUE_ID');
  assert.equal((await mia.request('GET', '/events', poll)).body.code, 'BAD_EVENT_QUEUE_ID');
});

test('a queue that another server swept away ends here too, with its poll', { skip }, async () => {
  const { one, two, mia } = await twoServers();
  const organizationId = (await two.server.directory.forHost('x')).id;
  const { queueId, snapshot } = await mia.listen({ event_types: ['message'] });
  await two.server.services.database.write(organizationId, (writer) => deleteQueue(writer, queueId));
  const waiting = mia.request('GET', '/events', { queue_id: queueId, last_event_id: snapshot.last_event_id });
  const hub = await one.server.directory.forHost('x');
  await untilSo(async () => hub.waitingCount > 0);
  await hub.sweep();
  assert.equal((await waiting).body.code, 'BAD_EVENT_QUEUE_ID');
  assert.equal(hub.queueCount, 0);
});

test('a server that was away while the log was cut reads everything anew', { skip }, async (t) => {
  const { one, mia, miaAtTwo } = await twoServers();
  await miaAtTwo.ok('GET', '/users/me');
  const { database } = one.server.services;
  const hub = await one.server.directory.forHost('x');
  // As if its log entry had been written and cut while the other server was away.
  await database.write(hub.id, async (writer) => {
    await writer.db
      .updateTable('account')
      .set({ full_name: 'Mia Cut' })
      .where('id', '=', mia.userId)
      .execute();
    writer.nextSequence();
  });
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 600_000);
  assert.equal((await miaAtTwo.ok('GET', '/users/me')).full_name, 'Mia Cut');
});
