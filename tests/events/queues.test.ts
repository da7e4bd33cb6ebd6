// Event queues through the API: what they deliver, how they wait, when they end, and that they outlive the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer({ heartbeatMilliseconds: 60 });

test('a waiting poll is answered by the event, not before', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const listener = await mia.registerQueue({ event_types: ['message'] });
  const next = (async () => {
    for (;;) {
      const events = (await listener.next()).filter((event) => event.type !== 'heartbeat');
      if (events.length > 0) return events;
    }
  })();
  const id = await mel.sendToChannel('general', 'waiting', 'now');
  assert.deepEqual(
    (await next).map((event) => event.message.id),
    [id],
  );
});

test('heartbeat ids are above the ids before them and below the ids after them', async () => {
  const mia = await server.as('mia');
  const listener = await mia.registerQueue({ event_types: ['message'] });
  let last = listener.snapshot.last_event_id;
  // More heartbeats than there are ids between two log positions.
  for (let count = 0; count < 40; count++) {
    const [beat] = await listener.next();
    assert.equal(beat.type, 'heartbeat');
    assert.ok(beat.id > last, `${beat.id} after ${last}`);
    last = beat.id;
  }
  await (await server.as('mel')).sendToChannel('general', 'after', 'the quiet');
  const [event] = await listener.eventsOf('message');
  assert.ok(event.id > last);
});

test('event_types filters the queue, fetch_event_types only the snapshot', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const typingQueue = await mia.registerQueue({ event_types: ['typing'] });
  const unfilteredQueue = await mia.registerQueue({ fetch_event_types: ['alert_words'] });
  await mel.sendToChannel('general', 'types', 'one');
  assert.deepEqual(await typingQueue.events(), []);
  assert.equal((await unfilteredQueue.eventsOf('message')).length, 1);
});

test('a poll repeated with the same id gets the same events again', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const { queueId, snapshot } = await mia.registerQueue({ event_types: ['message'] });
  await mel.sendToChannel('general', 'again', 'one');
  const poll = (last: number) =>
    mia.ok('GET', '/events', { queue_id: queueId, last_event_id: last, dont_block: true });
  const first = await poll(snapshot.last_event_id);
  assert.equal(first.events.length, 1);
  assert.deepEqual((await poll(-1)).events, first.events);
  assert.deepEqual((await poll(first.events[0].id)).events, []);
});

test('unknown, deleted and other accounts’ queues are refused with the same error', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const { queueId } = await mia.registerQueue();
  const poll = (id: string) => ({ queue_id: id, last_event_id: -1, dont_block: true });
  const unknown = '00000000-0000-4000-8000-000000000000';
  const body = await mel.refused(
    'GET',
    '/events',
    poll(unknown),
    'BAD_EVENT_QUEUE_ID',
    `Bad event queue ID: ${unknown}`,
  );
  assert.equal(body.queue_id, unknown);
  await mel.refused('GET', '/events', poll(queueId), 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`);
  await mel.refused('DELETE', '/events', { queue_id: queueId }, 'BAD_EVENT_QUEUE_ID');
  await mia.ok('DELETE', '/events', { queue_id: queueId });
  await mia.refused('GET', '/events', poll(queueId), 'BAD_EVENT_QUEUE_ID');
});

test('event ids that were never issued are refused', async () => {
  const mia = await server.as('mia');
  const { queueId, snapshot } = await mia.registerQueue();
  const poll = (last: number) => ({ queue_id: queueId, last_event_id: last, dont_block: true });
  const far = snapshot.last_event_id + 1_000_000;
  await mia.refused('GET', '/events', poll(far), 'BAD_REQUEST', `Event ${far} was not in this queue`);
  if (snapshot.last_event_id > 0) {
    await mia.refused(
      'GET',
      '/events',
      poll(0),
      'BAD_REQUEST',
      'An event newer than 0 has already been pruned!',
    );
  }
});

test('a second poll of a queue replaces the first', async () => {
  const quiet = await startTestServer();
  const [mel, mia] = await Promise.all([quiet.as('mel'), quiet.as('mia')]);
  const hub = await quiet.server.directory.hubForHost('');
  const listener = await mia.registerQueue({ event_types: ['message'] });
  const first = listener.next();
  await waitUntil(async () => hub.waitingCount === 1);
  const second = listener.next();
  assert.deepEqual(
    (await first).map(({ type }) => type),
    ['heartbeat'],
  );
  const id = await mel.sendToChannel('general', 'twice', 'one');
  assert.deepEqual(
    (await second).map(({ message }) => message.id),
    [id],
  );
});

test('idle_queue_timeout is clamped to its bounds', async () => {
  const mia = await server.as('mia');
  const seconds = async (requested: unknown) =>
    (await mia.ok('POST', '/register', { event_types: [], idle_queue_timeout: requested }))
      .idle_queue_timeout_secs;
  assert.equal(await seconds(undefined), 600);
  assert.equal(await seconds('mobile'), 43_200);
  assert.equal(await seconds('"mobile"'), 43_200);
  assert.equal(await seconds(3600), 3600);
  assert.equal(await seconds(10_000_000), 604_800);
  await mia.refused('POST', '/register', { idle_queue_timeout: 0 }, 'BAD_REQUEST');
});

test('queues outlive a restart', async () => {
  const dataDirectory = temporaryFolder();
  const databaseUrl = await freshDatabase();
  const before = await startTestServer({ dataDirectory, databaseUrl });
  const mia = await before.as('mia');
  const { queueId, snapshot } = await mia.registerQueue({ event_types: ['message'] });
  const missedId = await (await before.as('mel')).sendToChannel('general', 'restart', 'before');
  await before.close();
  const restartedServer = await startTestServer({ dataDirectory, databaseUrl });
  const clientAfterwards = new ApiClient(restartedServer.url, mia.email, mia.apiKey, mia.userId);
  const fresh = await (await restartedServer.as('mel')).sendToChannel('general', 'restart', 'after');
  const { events } = await clientAfterwards.ok('GET', '/events', {
    queue_id: queueId,
    last_event_id: snapshot.last_event_id,
  });
  assert.deepEqual(
    events.map((event: { message: { id: number } }) => event.message.id),
    [missedId, fresh],
  );
});

test('a queue registered at one server can be polled at another and gets the events of both', {
  skip: !process.env.PARLEY_TEST_DATABASE_URL && 'several servers need PostgreSQL',
}, async () => {
  const databaseUrl = await freshDatabase();
  const dataDirectory = temporaryFolder();
  const one = await startTestServer({ dataDirectory, databaseUrl });
  const two = await startTestServer({ dataDirectory, databaseUrl });
  const mia = await one.as('mia');
  const listener = await mia.registerQueue({ event_types: ['message'] });
  const [melAtOne, melAtTwo] = await Promise.all([one.as('mel'), two.as('mel')]);
  const sent: number[] = [];
  for (let count = 0; count < 20; count++) {
    sent.push(
      ...(await Promise.all([
        melAtOne.sendToChannel('general', 'both', 'one'),
        melAtTwo.sendToChannel('general', 'both', 'two'),
      ])),
    );
  }
  const otherServer = new ApiClient(two.url, mia.email, mia.apiKey, mia.userId);
  for (const client of [mia, otherServer]) {
    const { events } = await client.ok('GET', '/events', {
      queue_id: listener.queueId,
      last_event_id: listener.snapshot.last_event_id,
      dont_block: true,
    });
    assert.deepEqual(
      events
        .map((event: { message: { id: number } }) => event.message.id)
        .sort((a: number, b: number) => a - b),
      sent.sort((a, b) => a - b),
    );
  }
});
