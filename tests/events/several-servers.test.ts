// Several servers on one database: each stays correct about changes that it was not notified of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteQueue } from '../../src/events/queue-store.ts';
import { startTestServer } from '../support/server.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';

const skip = needsPostgres.skip;

async function twoServers() {
  const { one, two, as } = await startTwoServers();
  const [mia, miaAtTwo] = await as('mia');
  return { one, two, mia, miaAtTwo };
}

test('a queue that was polled at another server for a while is not idle here', { skip }, async (t) => {
  const { two, mia, miaAtTwo } = await twoServers();
  const { queueId, snapshot } = await mia.registerQueue({ event_types: ['message'] });
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id, dont_block: true };
  await mia.ok('GET', '/events', poll);
  const now = performance.now.bind(performance);
  let later = 500_000;
  t.mock.method(performance, 'now', () => now() + later);
  await miaAtTwo.ok('GET', '/events', poll);
  await (await two.server.directory.hubForHost('x')).storePositions();
  later = 900_000;
  const { events } = await mia.ok('GET', '/events', poll);
  assert.deepEqual(events, []);
});

test('a queue deleted by its client at another server ends here at once, with its waiting poll', {
  skip,
}, async () => {
  const { one, mia, miaAtTwo } = await twoServers();
  const { queueId, snapshot } = await mia.registerQueue({ event_types: ['message'] });
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id };
  const pendingPoll = mia.request('GET', '/events', poll);
  const hub = await one.server.directory.hubForHost('x');
  await waitUntil(async () => hub.waitingCount > 0);
  await miaAtTwo.ok('DELETE', '/events', { queue_id: queueId });
  assert.equal((await pendingPoll).body.code, 'BAD_EVENT_QUEUE_ID');
  assert.equal((await mia.request('GET', '/events', poll)).body.code, 'BAD_EVENT_QUEUE_ID');
});

test('a queue swept by another server ends here too, with its waiting poll', { skip }, async () => {
  const { one, two, mia } = await twoServers();
  const organizationId = (await two.server.directory.hubForHost('x')).id;
  const { queueId, snapshot } = await mia.registerQueue({ event_types: ['message'] });
  await two.server.services.database.write(organizationId, (writer) => deleteQueue(writer, queueId));
  const pendingPoll = mia.request('GET', '/events', {
    queue_id: queueId,
    last_event_id: snapshot.last_event_id,
  });
  const hub = await one.server.directory.hubForHost('x');
  await waitUntil(async () => hub.waitingCount > 0);
  await hub.sweep();
  assert.equal((await pendingPoll).body.code, 'BAD_EVENT_QUEUE_ID');
  assert.equal(hub.queueCount, 0);
});

test('a server that was disconnected while the log was trimmed reloads everything', { skip }, async (t) => {
  const { one, mia, miaAtTwo } = await twoServers();
  await miaAtTwo.ok('GET', '/users/me');
  const { database } = one.server.services;
  const hub = await one.server.directory.hubForHost('x');
  // As if the log entry had been written and trimmed while the other server was disconnected.
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

test('a server that has rendered nothing yet applies the organization’s linkifiers to topics', {
  skip,
}, async () => {
  const { one, mia, miaAtTwo } = await twoServers();
  const olive = await one.as('olive');
  const ticket = { pattern: 'ISSUE(?P<id>[0-9]+)', url_template: 'https://tracker.example/{id}' };
  await olive.ok('POST', '/realm/filters', ticket);
  const listener = await miaAtTwo.registerQueue({ fetch_event_types: [], event_types: ['message'] });
  await mia.sendToChannel('general', 'about ISSUE12', 'broken');
  const [{ message }] = await listener.next();
  assert.deepEqual(message.topic_links, [{ text: 'ISSUE12', url: 'https://tracker.example/12' }]);
});

test('a server rereads only tables that it caches and that one of its own commits changed', {
  skip,
}, async (t) => {
  const server = await startTestServer();
  const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
  const id = await mel.sendToChannel('general', 'quiet', 'hello');
  const { database } = server.server.services;
  const hub = await server.server.directory.hubForHost('x');
  const { snapshot } = database;
  let snapshots = 0;
  t.mock.method(database, 'snapshot', (...given: Parameters<typeof snapshot>) => {
    snapshots += 1;
    return snapshot.apply(database, given);
  });
  const snapshotsOf = async (action: () => Promise<unknown>) => {
    snapshots = 0;
    await action();
    await hub.whenSettled();
    return snapshots;
  };
  const topic = (visibility_policy: number) =>
    mel.ok('POST', '/user_topics', { stream_id, topic: 'quiet', visibility_policy });
  const mute = { subscription_data: [{ stream_id, property: 'is_muted', value: true }] };
  for (const [label, action] of [
    ['mute a topic', () => topic(1)],
    ['follow a topic', () => topic(3)],
    ['mute a channel', () => mel.ok('POST', '/users/me/subscriptions/properties', mute)],
    ['mute a person', () => mel.ok('POST', `/users/me/muted_users/${mia.userId}`)],
    [
      'allow a domain',
      () => olive.ok('POST', '/realm/domains', { domain: 'a.example', allow_subdomains: true }),
    ],
    ['react', () => mia.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })],
    ['edit', () => mel.ok('PATCH', `/messages/${id}`, { content: 'hello again' })],
  ] as const)
    assert.equal(await snapshotsOf(action), 0, label);
  const settings = () => mel.ok('PATCH', '/settings', { full_name: 'Melvin Member' });
  assert.ok((await snapshotsOf(settings)) > 0);
  assert.match((await mia.ok('GET', `/messages/${id}`)).message.content, /hello again/);
});
