// A remote database answers with latency, and an organization's units wait for one another: the reads and writes of a
// message are sent to PostgreSQL together as far as they do not depend on each other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';

const skip = !testDatabaseUrl && 'the embedded engine has no round trips';
const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
await server.server.scheduler.close();

/** Per request: two to find the end of the log, one to notify other servers, and those of its unit. */
const MAX_ROUND_TRIPS = { channel: 12, direct: 13, start: 16 };

async function roundTripsOf(action: () => Promise<unknown>): Promise<number> {
  await action();
  await action();
  return (await workOf(action, 8)).roundTrips;
}

test('a message to a channel stays within its round trips', { skip }, async () => {
  const trips = await roundTripsOf(() => mel.sendToChannel('general', 'trips', 'there and back'));
  assert.ok(trips > 0 && trips <= MAX_ROUND_TRIPS.channel, `${trips} round trips`);
});

test('a direct message stays within its round trips', { skip }, async () => {
  const trips = await roundTripsOf(() => mel.sendDirect([mia.userId], 'there and back'));
  assert.ok(trips > 0 && trips <= MAX_ROUND_TRIPS.direct, `${trips} round trips`);
});

test('registering a client stays within its round trips, as its sections are read together', {
  skip,
}, async () => {
  const trips = await roundTripsOf(() => mel.ok('POST', '/register', { idle_queue_timeout: 600 }));
  assert.ok(trips > 0 && trips <= MAX_ROUND_TRIPS.start, `${trips} round trips`);
});

test('a unit that fails midway leaves nothing, and the others of its group are kept', async () => {
  const failing = server.server.services.database.write(1, async (writer) => {
    await Promise.all([
      writer.execute('update organization set name = name where id = 1', []),
      writer.execute('select nothing from nowhere', []),
      writer.execute(`update organization set name = 'lost' where id = 1`, []),
    ]);
  });
  const concurrent = mel.sendToChannel('general', 'trips', 'kept');
  await assert.rejects(failing);
  const id = await concurrent;
  assert.equal((await mel.ok('GET', `/messages/${id}`)).message.id, id);
  const { name } = await server.server.services.database
    .reader(1)
    .db.selectFrom('organization')
    .select('name')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  assert.notEqual(name, 'lost');
});
