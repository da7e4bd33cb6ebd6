// Storage limits for uploads: per account with its bots, and per organization, as the operator configured them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { credentials, sendFiles } from './support.ts';

const server = await startTestServer({ bounds: { ...defaultConfiguredLimits, personMegabytes: 2 } });
const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
const upload = (client: ApiClient, bytes: number) =>
  sendFiles(client, '/user_uploads', [{ name: 'a.bin', bytes: Buffer.alloc(bytes) }]);
const filesOf = (client: ApiClient) => client.ok('GET', '/attachments');
const freeSpaceOf = async (client: ApiClient): Promise<number> => {
  const { user_upload_space_used: used, user_upload_quota_mib: quota } = await filesOf(client);
  return quota * MEBIBYTE - used;
};
const quotaMessage =
  'Upload would exceed the 2 MiB that each person has; delete files that you no longer need.';

test('an account uploads up to its limit, to the byte, and others have their own', async () => {
  const before = await filesOf(mel);
  const own = before.attachments.reduce((sum: number, { size }: { size: number }) => sum + size, 0);
  assert.deepEqual([before.user_upload_space_used, before.user_upload_quota_mib], [own, 2]);
  const quota = await freeSpaceOf(mel);
  assert.equal((await upload(mel, quota)).status, 200);
  assert.equal(await freeSpaceOf(mel), 0);
  const full = await filesOf(mel);
  const { status, body } = await upload(mel, 1);
  assert.deepEqual([status, body.code, body.msg], [400, 'REALM_UPLOAD_QUOTA', quotaMessage]);
  assert.deepEqual(await filesOf(mel), full);
  assert.equal((await upload(mia, MEBIBYTE)).status, 200);
});

test('a resumable upload is refused before its first byte', async () => {
  const creation = await fetch(`${server.url}/api/v1/tus/`, {
    method: 'POST',
    headers: { ...credentials(mel), 'tus-resumable': '1.0.0', 'upload-length': '1' },
  });
  assert.deepEqual([creation.status, await creation.json()], [413, { message: quotaMessage }]);
});

test('deleting a file frees its space', async () => {
  const { attachments } = await filesOf(mel);
  const { id, size } = attachments.at(-1);
  await mel.ok('DELETE', `/attachments/${id}`);
  assert.equal(await freeSpaceOf(mel), size);
  assert.equal((await upload(mel, size)).status, 200);
  assert.equal((await upload(mel, 1)).status, 400);
});

test('uploads of bots count for their owner, and bots see the limit', async () => {
  const createdBot = await mia.ok('POST', '/bots', {
    full_name: 'Carrier',
    short_name: 'carrier',
    bot_type: 1,
  });
  const { email } = (await mia.ok('GET', `/users/${createdBot.user_id}`)).user;
  const bot = new ApiClient(server.url, email, createdBot.api_key);
  const quota = await freeSpaceOf(mia);
  assert.equal((await upload(bot, 1000)).status, 200);
  assert.deepEqual([await freeSpaceOf(mia), await freeSpaceOf(bot)], [quota - 1000, quota - 1000]);
  assert.equal((await upload(bot, quota)).body.code, 'REALM_UPLOAD_QUOTA');
  assert.equal((await upload(mia, quota - 1000)).status, 200);
  assert.equal((await upload(bot, 1)).body.code, 'REALM_UPLOAD_QUOTA');
});

test('concurrent uploads cannot exceed the limit together', async () => {
  const quota = await freeSpaceOf(max);
  const size = Math.floor(quota / 3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(max, size)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 400, 400, 400, 400, 400]);
  assert.equal(await freeSpaceOf(max), quota - 3 * size);
});

test('an organization has the space that the server grants, and clients are notified', async () => {
  const small = await startTestServer({ bounds: { ...defaultConfiguredLimits, organizationMegabytes: 3 } });
  const [one, other] = [await small.as('mel'), await small.as('mia')];
  const { snapshot } = await one.registerQueue();
  assert.equal(snapshot.realm_upload_quota_mib, 3);
  const { upload_space_used: used, user_upload_quota_mib: own } = await filesOf(one);
  assert.equal(own, null);
  assert.equal((await upload(one, 3 * MEBIBYTE - used - 5)).status, 200);
  const { status, body } = await upload(other, 6);
  assert.deepEqual([status, body.code], [400, 'REALM_UPLOAD_QUOTA']);
  assert.equal((await upload(other, 5)).status, 200);
});
