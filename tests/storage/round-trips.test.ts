// A database elsewhere answers after a while, and the units of an organization wait for one another: what a message needs to
// know, and what it writes, goes to PostgreSQL together as far as nothing depends on what came before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';

const skip = !testDatabaseUrl && 'the embedded engine has no round trips';
const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
await server.server.scheduler.close();

/** Of a request: two to find how far the log is, one to tell other servers, and those of its unit. */
const MOST = { channel: 12, direct: 13, start: 20 };

async function roundTripsOf(action: () => Promise<unknown>): Promise<number> {
  await action();
  await action();
  return (await workOf(action, 8)).roundTrips;
}

test('a message to a channel', { skip }, async () => {
  const trips = await roundTripsOf(() => mel.say('general', 'trips', 'there and back'));
  assert.ok(trips > 0 && trips <= MOST.channel, `${trips} round trips`);
});

test('a direct message', { skip }, async () => {
  const trips = await roundTripsOf(() => mel.tell([mia.userId], 'there and back'));
  assert.ok(trips > 0 && trips <= MOST.direct, `${trips} round trips`);
});

test('the start of a client, whose sections are read together', { skip }, async () => {
  const trips = await roundTripsOf(() => mel.ok('POST', '/register', { idle_queue_timeout: 600 }));
  assert.ok(trips > 0 && trips <= MOST.start, `${trips} round trips`);
});

test('a unit that fails in the middle leaves nothing, and the others of its group are kept', async () => {
  const failing = server.server.services.database.write(1, async (writer) => {
    await Promise.all([
      writer.execute('update organization set name = name where id = 1', []),
      writer.execute('select nothing from nowhere', []),
      writer.execute(`update organization set name = 'lost' where id = 1`, []),
    ]);
  });
  const beside = mel.say('general', 'trips', 'kept');
  await assert.rejects(failing);
  const id = await beside;
  assert.equal((await mel.ok('GET', `/messages/${id}`)).message.id, id);
  const { name } = await server.server.services.database
    .reader(1)
    .db.selectFrom('organization')
    .select('name')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  assert.notEqual(name, 'lost');
});
