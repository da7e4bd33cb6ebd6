// What an archive says of ids and addresses that are not its own reaches no other organization of the database.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { load, upload } from '../uploads/support.ts';
import { imported, someone, targetBeside } from './importing.ts';
import { writtenArchive, zulipFiles } from './zulip-archive.ts';

const server = await startTestServer();
const target = await targetBeside(server, 'localhost');
after(() => target.close());

test('files that an archive says are of another organization come as its own', async () => {
  const mel = await server.as('mel');
  const { url, pathId } = await upload(mel, 'plan.txt', 'of the demo organization');
  const keptBefore = await server.keptFiles('uploads/1');
  const files = zulipFiles();
  const [row] = (files['attachment.json'] as { zerver_attachment: Record<string, unknown>[] })
    .zerver_attachment;
  assert.ok(row);
  row.path_id = pathId;
  const [first] = files['messages-000001.json'].zerver_message ?? [];
  assert.ok(first);
  const elsewhere = `https://chat.example${url}`;
  first.content = `[plan](${url}) [elsewhere](${elsewhere})`;
  await imported(await writtenArchive({ ...files, [`uploads/${pathId}`]: 'of the archive' }), target);
  assert.equal(await (await load(mel, url)).text(), 'of the demo organization');
  assert.deepEqual(await server.keptFiles('uploads/1'), keptBefore);
  const { userId, email, apiKey } = await someone(server, target, 9, 'ann@harbour.example');
  const ann = new ApiClient(server.url.replace('127.0.0.1', 'localhost'), email, apiKey, userId);
  const { message } = await ann.ok('GET', '/messages/1000', { apply_markdown: false });
  const own = url.replace('/user_uploads/1/', '/user_uploads/9/');
  assert.equal(message.content, `[plan](${own}) [elsewhere](${elsewhere})`);
  assert.equal(await (await load(ann, own)).text(), 'of the archive');
});
