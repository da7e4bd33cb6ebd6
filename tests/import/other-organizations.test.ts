// Foreign ids and addresses in an archive do not reach other organizations of the database.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { load, upload } from '../uploads/support.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { VAULT, writeArchive, zulipFiles } from './zulip-archive.ts';

/** A server with the demo organization, and a target for imports beside it. */
async function demoServer() {
  const server = await startTestServer();
  const target = await importTarget(server, 'localhost');
  after(() => target.close());
  const atHost = async (name: string): Promise<ApiClient> => {
    const { userId, email, apiKey } = await clientOf(server, target, 9, `${name}@harbour.example`);
    return new ApiClient(server.url.replace('127.0.0.1', 'localhost'), email, apiKey, userId);
  };
  return { server, target, atHost };
}

test('files that an archive assigns to another organization become those of the imported one', async () => {
  const { server, target, atHost } = await demoServer();
  const mel = await server.as('mel');
  const { url, pathId } = await upload(mel, 'plan.txt', 'of the demo organization');
  const filesBefore = await server.storedFiles('uploads/1');
  const files = zulipFiles();
  const [row] = (files['attachment.json'] as { zerver_attachment: Record<string, unknown>[] })
    .zerver_attachment;
  assert.ok(row);
  row.path_id = pathId;
  const [first] = files['messages-000001.json'].zerver_message ?? [];
  assert.ok(first);
  const elsewhere = `https://chat.example${url}`;
  first.content = `[plan](${url}) [elsewhere](${elsewhere})`;
  await runImport(await writeArchive({ ...files, [`uploads/${pathId}`]: 'of the archive' }), target);
  assert.equal(await (await load(mel, url)).text(), 'of the demo organization');
  assert.deepEqual(await server.storedFiles('uploads/1'), filesBefore);
  const ann = await atHost('ann');
  const { message } = await ann.ok('GET', '/messages/1000', { apply_markdown: false });
  const own = url.replace('/user_uploads/1/', '/user_uploads/9/');
  assert.equal(message.content, `[plan](${own}) [elsewhere](${elsewhere})`);
  assert.equal(await (await load(ann, own)).text(), 'of the archive');
});

test('dangling references of an archive become null, and never refer to others’ data', async () => {
  const { target, atHost } = await demoServer();
  const files = zulipFiles();
  const realm = files['realm.json'];
  const row = (table: string, at = 0) => realm[table]?.[at] ?? assert.fail(table);
  // Ids of the demo organization, and unknown ids.
  Object.assign(row('zerver_realm'), { moderation_request_channel: 1 });
  Object.assign(row('zerver_stream', 1), { creator: 999, folder: 1, can_administer_channel_group: 1 });
  realm.zerver_usergroupmembership?.push({ id: 3, user_group: 120, user_profile: 999 });
  for (const recipient of [991, 992])
    realm.zerver_scheduledmessage?.push({ ...row('zerver_scheduledmessage'), recipient });
  realm.zerver_recipient?.push({ id: 991, type: 2, type_id: 1 }, { id: 992, type: 1, type_id: 999 });
  const movedMessage = files['messages-000001.json'].zerver_message?.find(({ id }) => id === 1005);
  assert.ok(movedMessage);
  const edit = { user_id: 999, timestamp: 1_700_000_901, prev_stream: 1, stream: VAULT };
  movedMessage.edit_history = JSON.stringify([{ ...edit, prev_topic: 'plans', topic: 'safe' }]);
  await runImport(await writeArchive(files), target);
  const ann = await atHost('ann');
  const { snapshot } = await ann.registerQueue();
  assert.equal(snapshot.realm_moderation_request_channel_id, -1);
  const vault = snapshot.subscriptions.find((one: { name: string }) => one.name === 'vault');
  const nobodyGroup = snapshot.realm_user_groups.find(
    (one: { name: string }) => one.name === 'role:nobody',
  ).id;
  assert.deepEqual(
    [vault.creator_id, vault.folder_id, vault.can_administer_channel_group],
    [null, null, nobodyGroup],
  );
  const general = snapshot.subscriptions.find((one: { name: string }) => one.name === 'general');
  assert.equal(general.can_administer_channel_group.direct_members.length, 1);
  const { scheduled_messages: scheduledMessages } = await (await atHost('ben')).ok(
    'GET',
    '/scheduled_messages',
  );
  assert.equal(scheduledMessages.length, 2);
  const { message } = await ann.ok('GET', '/messages/1005');
  const [{ user_id, prev_stream, prev_topic }] = message.edit_history;
  assert.deepEqual([user_id, prev_stream, prev_topic], [ann.userId, undefined, 'plans']);
  const arrivals = await target.database
    .reader(9)
    .db.selectFrom('message_arrival')
    .selectAll()
    .where('organization_id', '=', 9)
    .execute();
  assert.deepEqual(arrivals, []);
});
