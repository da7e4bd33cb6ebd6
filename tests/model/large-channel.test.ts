// A message costs the same in a channel of three and of thirty thousand: the same number of statements and written rows to
// send, edit and read it, and to register a client.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillWithPeople } from '../support/crowd.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';

const SUBSCRIBERS = 30_000;
/**
 * The statements by which two runs may differ: on PostgreSQL a server receives its own notification and reads the log,
 * during the answer or right after.
 */
const NOTIFICATION_STATEMENTS = testDatabaseUrl ? 2 : 0;
/** The cost is the least of so many tries, because background work runs during some of them. */
const TRIES = 8;

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const { database } = server.server.services;
const organizationId = 1;

async function newChannel(name: string): Promise<number> {
  const principals = [olive.userId, mel.userId, mia.userId];
  await olive.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals });
  return (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

const small = await newChannel('small');
const large = await newChannel('large');
await database.write(organizationId, (writer) =>
  fillWithPeople(writer, { like: mia.userId, size: SUBSCRIBERS, channelId: large }),
);
// Later effects of a message are counted elsewhere.
await server.server.scheduler.close();

/** Compares the cost of an action in both channels, after a first run that fills the caches. */
async function compare(action: (channel: string, channelId: number) => Promise<unknown>): Promise<void> {
  await action('small', small);
  await action('large', large);
  const few = await workOf(() => action('small', small), TRIES);
  const many = await workOf(() => action('large', large), TRIES);
  assert.ok(few.statements > 0, 'nothing was counted');
  assert.equal(many.rowsWritten, few.rowsWritten);
  const more = many.statements - few.statements;
  assert.ok(
    Math.abs(more) <= NOTIFICATION_STATEMENTS,
    `${many.statements} statements instead of ${few.statements}`,
  );
}

test('the large channel has the expected size', async () => {
  const { subscribers } = await olive.ok('GET', `/streams/${large}/members`);
  assert.ok(subscribers.length >= SUBSCRIBERS - 100);
});

test('sending costs the same in both channels', async () => {
  await compare((channel) => mel.sendToChannel(channel, 'cost', 'hello'));
});

test('sending with mentions costs the same in both channels', async () => {
  await compare((channel) => mel.sendToChannel(channel, 'cost', 'hello @**Mia Member** and @**topic**'));
  await compare((channel) => olive.sendToChannel(channel, 'cost', 'hello @**all**'));
});

test('editing costs the same in both channels', async () => {
  const ids = {
    small: await mel.sendToChannel('small', 'edits', 'x'),
    large: await mel.sendToChannel('large', 'edits', 'x'),
  };
  let round = 0;
  await compare((channel) =>
    mel.ok('PATCH', `/messages/${channel === 'small' ? ids.small : ids.large}`, {
      content: `round ${++round}`,
    }),
  );
});

test('moving costs the same in both channels', async () => {
  const ids = {
    small: await mel.sendToChannel('small', 'moves', 'x'),
    large: await mel.sendToChannel('large', 'moves', 'x'),
  };
  let round = 0;
  await compare((channel) =>
    olive.ok('PATCH', `/messages/${channel === 'small' ? ids.small : ids.large}`, {
      topic: `moves ${++round}`,
      send_notification_to_new_thread: false,
    }),
  );
});

test('reading one message, or the whole channel, costs the same in both channels', async () => {
  await compare(async (channel) => {
    const id = await mel.sendToChannel(channel, 'reading', 'x');
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  });
  await compare(async (channel, channelId) => {
    await mel.sendToChannel(channel, 'reading', 'x');
    await mia.ok('POST', '/mark_stream_as_read', { stream_id: channelId });
  });
});

test('registering a client with unread messages costs the same in both channels', async () => {
  const eventTypes = ['message', 'update_message_flags', 'starred_messages', 'subscription'];
  await compare(async (channel, channelId) => {
    await mia.ok('POST', '/mark_stream_as_read', { stream_id: channelId });
    await mel.sendToChannel(channel, 'starting', 'x');
    await mia.ok('POST', '/register', { fetch_event_types: eventTypes });
  });
});
