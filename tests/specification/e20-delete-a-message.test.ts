// E20: deleting a message, and the settings that decide who may.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly } from './lookups.ts';
import { channelIdOf } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const path = (id: unknown) => `/messages/${id}`;
const general = `/streams/${await channelIdOf(mel, 'general')}`;
const { realm_user_groups } = (await olive.registerQueue()).snapshot;
const group = (name: string): number =>
  realm_user_groups.find((one: { name: string }) => one.name === `role:${name}`).id;
const just = (userId: number) => ({ direct_members: [userId], direct_subgroups: [] });
const DENIED = "You don't have permission to delete this message";
const denied = (client: typeof mel, id: number) =>
  client.refused('DELETE', path(id), {}, 'BAD_REQUEST', DENIED);

afterEach(async () => {
  await olive.ok('PATCH', '/realm', {
    can_delete_any_message_group: { new: group('administrators') },
    can_delete_own_message_group: { new: group('everyone') },
    can_set_delete_message_policy_group: { new: group('moderators') },
    message_content_delete_limit_seconds: 600,
  });
  await olive.ok('PATCH', general, {
    can_delete_any_message_group: { new: group('nobody') },
    can_delete_own_message_group: { new: group('nobody') },
  });
});

test('E20.1 deletes for everyone and returns no data', async () => {
  const id = await mel.sendToChannel('general', 'deletion', 'regret');
  assertSuccessOnly(await mel.ok('DELETE', path(id)));
  for (const client of [mel, mia, olive]) {
    await client.refused('GET', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
  }
});

test('E20.2 rejects a path without a number', async () => {
  await mel.refused('DELETE', path('newest'), {}, 'BAD_REQUEST', /message_id/);
});

test('E20.3 answers for an inaccessible message as for an unknown one', async () => {
  const id = await adam.sendToChannel('leadership', 'deletion', 'secret');
  await olive.ok('PATCH', '/realm', { can_delete_any_message_group: { new: just(mel.userId) } });
  await mel.refused('DELETE', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
});

test('E20.4 direct messages are deleted by their participants only', async () => {
  const id = await mel.sendDirect([adam.userId], 'between us');
  await olive.refused('DELETE', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
  await adam.ok('DELETE', path(id));
  await mel.ok('DELETE', path(await mel.sendDirect([adam.userId], 'my own')));
});

test('E20.5 checks the permission to delete any message', async () => {
  const id = await mel.sendToChannel('general', 'deletion', 'any');
  await denied(mona, id);
  await olive.ok('PATCH', '/realm', { can_delete_any_message_group: { new: group('moderators') } });
  await mona.ok('DELETE', path(id));
});

test('E20.6 checks the permission to delete own messages', async () => {
  const id = await mel.sendToChannel('general', 'deletion', 'own');
  await olive.ok('PATCH', '/realm', { can_delete_own_message_group: { new: group('moderators') } });
  await denied(mel, id);
  await olive.ok('PATCH', '/realm', { can_delete_own_message_group: { new: group('members') } });
  await mel.ok('DELETE', path(id));
});

test("E20.7 checks the channel's permission to delete any message", async () => {
  const inGeneral = await mel.sendToChannel('general', 'deletion', 'here');
  const inTownSquare = await mel.sendToChannel('town square', 'deletion', 'there');
  await olive.ok('PATCH', general, { can_delete_any_message_group: { new: just(max.userId) } });
  await max.ok('DELETE', path(inGeneral));
  await denied(max, inTownSquare);
});

test("E20.8 checks the channel's permission to delete own messages", async () => {
  const inGeneral = await mel.sendToChannel('general', 'deletion', 'here');
  const inTownSquare = await mel.sendToChannel('town square', 'deletion', 'there');
  await olive.ok('PATCH', '/realm', { can_delete_own_message_group: { new: group('nobody') } });
  await olive.ok('PATCH', general, { can_delete_own_message_group: { new: just(mel.userId) } });
  await mel.ok('DELETE', path(inGeneral));
  await denied(mel, inTownSquare);
});

test("E20.9 checks who may set a channel's permissions", async () => {
  await olive.ok('PATCH', general, { can_administer_channel_group: { new: just(mel.userId) } });
  for (const setting of ['can_delete_any_message_group', 'can_delete_own_message_group']) {
    const change = { [setting]: { new: just(mel.userId) } };
    await mel.refused('PATCH', general, change, 'BAD_REQUEST', 'Insufficient permission');
    await olive.ok('PATCH', '/realm', { can_set_delete_message_policy_group: { new: group('members') } });
    await mel.ok('PATCH', general, change);
    await olive.ok('PATCH', '/realm', { can_set_delete_message_policy_group: { new: group('moderators') } });
  }
});

test('E20.10 checks the time limit', async () => {
  const id = await mel.sendToChannel('general', 'deletion', 'old');
  await server.server.services.database.write(1, async ({ db }) => {
    const older = db.updateTable('message').set((row) => ({ sent_at: row('sent_at', '-', 60) }));
    await older.where('id', '=', id).execute();
  });
  await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 30 });
  await mel.refused('DELETE', path(id), {}, 'BAD_REQUEST', /time limit/);
  await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 90 });
  await mel.ok('DELETE', path(id));
});

test('E20.12 the register response has the permissions and the time limit', async () => {
  const currentSnapshot = async () => (await mel.registerQueue()).snapshot;
  for (const name of ['delete_any_message', 'delete_own_message', 'set_delete_message_policy']) {
    const onlyMel = just(mel.userId);
    await olive.ok('PATCH', '/realm', { [`can_${name}_group`]: { new: onlyMel } });
    assert.deepEqual((await currentSnapshot())[`realm_can_${name}_group`], onlyMel);
  }
  await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 45 });
  assert.equal((await currentSnapshot()).realm_message_content_delete_limit_seconds, 45);
});

test('E20.11 is not for administrators only', async () => {
  await mia.ok('DELETE', path(await mia.sendToChannel('general', 'deletion', 'by a member')));
});
