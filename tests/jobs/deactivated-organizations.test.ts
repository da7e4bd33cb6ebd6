// Jobs delete no data of a deactivated organization, and still work for another one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondOrganization } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { upload } from '../uploads/support.ts';

const DAY = 86_400;

/** A server with two organizations; each stores messages for a day and has an unused file. */
async function twoOrganizations() {
  const clock = { ahead: 0 };
  const server = await startTestServer({ clock: () => Date.now() / 1000 + clock.ahead });
  const olive = await server.as('olive');
  const other = await secondOrganization(server);
  const stored: { id: number; pathId: string }[] = [];
  for (const owner of [olive, other]) {
    await owner.ok('PATCH', '/realm', { message_retention_days: 1 });
    await owner.ok('POST', '/channels/create', { name: 'kept', subscribers: [owner.userId] });
    const { pathId } = await upload(owner, 'note.txt', 'a note');
    stored.push({ id: await owner.sendToChannel('kept', 'old', 'a message'), pathId });
  }
  const { database } = server.server.services;
  /** Whether each organization's message and file still exist, read from the database. */
  const remainingWork = () =>
    Promise.all(
      stored.map(async ({ id, pathId }) => {
        const messages = await database.reader(0).execute(`select 1 from message where id = ${id}`, []);
        const files = await database
          .reader(0)
          .db.selectFrom('attachment')
          .select('id')
          .where('path_id', '=', pathId)
          .execute();
        return [messages.length === 1, files.length === 1];
      }),
    );
  const later = async (days: number) => {
    clock.ahead = days * DAY;
    for (let round = 0; round < 2; round += 1) await server.server.scheduler.runDue();
  };
  return { here: olive, elsewhere: other, remaining: remainingWork, later };
}

test('expired data of both organizations is deleted', async () => {
  const { here, elsewhere, remaining, later } = await twoOrganizations();
  await elsewhere.ok('PATCH', '/realm', { message_retention_days: 60 });
  await later(2);
  assert.deepEqual(await remaining(), [
    [false, true],
    [true, true],
  ]);
  await later(61);
  assert.deepEqual(await remaining(), [
    [false, false],
    [false, false],
  ]);
  assert.equal((await here.ok('GET', '/attachments')).attachments.length, 0);
});

test('expired data of a deactivated organization remains, and that of another one is deleted', async () => {
  const { here, remaining, later } = await twoOrganizations();
  await here.ok('POST', '/realm/deactivate');
  await later(100);
  assert.deepEqual(await remaining(), [
    [true, true],
    [false, false],
  ]);
});
