// Protected history of channels whose archive has few receipts.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { CLEO, VAULT, writeArchive, zulipFiles } from './zulip-archive.ts';

test('an account without receipts sees only new messages of a protected channel', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  after(() => target.close());
  const files = zulipFiles();
  const messages = files['messages-000001.json'];
  messages.zerver_usermessage = (messages.zerver_usermessage ?? []).filter(
    ({ user_profile }) => user_profile !== CLEO,
  );
  const subscription = files['realm.json'].zerver_subscription?.find(
    ({ user_profile, active }) => user_profile === CLEO && !active,
  );
  assert.ok(subscription);
  subscription.active = true;
  await runImport(await writeArchive(files), target);
  const [ann, cleo] = await Promise.all(
    ['ann', 'cleo'].map((name) => clientOf(server, target, 9, `${name}@harbour.example`)),
  );
  assert.ok(ann && cleo);
  const visibleContents = async () => {
    const narrow = [{ operator: 'channel', operand: VAULT }];
    const { messages } = await cleo.ok('GET', '/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow,
    });
    return messages.map(({ id }: { id: number }) => id);
  };
  assert.deepEqual(await visibleContents(), []);
  const id = await ann.sendToChannel('vault', 'plans', 'for Cleo too');
  assert.deepEqual(await visibleContents(), [id]);
});
