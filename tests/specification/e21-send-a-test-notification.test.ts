// E21: a test notification to the caller's devices, through a relay.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly, described, describedParameter } from './lookups.ts';
import { registerPhone, startRelay } from './push-devices.ts';

const relay = await startRelay();
const server = await startTestServer({ pushRelay: relay.configuration });
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const path = '/mobile_push/e2ee/test_notification';
const [phone, tablet] = [await registerPhone(mel), await registerPhone(mel)];
await registerPhone(mia);

beforeEach(() => relay.received.splice(0));

test('E21.1 sends a test and returns no data', async () => {
  assertSuccessOnly(await mel.ok('POST', path, { device_id: phone.deviceId }));
  const [notification] = relay.received;
  assert.ok(notification);
  const { type, user_id } = phone.read(notification);
  assert.deepEqual([type, user_id], ['test', mel.userId]);
});

test('E21.2 exists since level 420', async () => {
  assert.match((await described(mel, 'POST', path)).description, /\b420\b/);
});

test("E21.3 is sent to all of the caller's devices", async () => {
  await mel.ok('POST', path);
  const reached = relay.received.map(({ token_id }) => token_id);
  assert.deepEqual(reached.sort(), [phone.tokenId, tablet.tokenId].sort());
});

test('E21.4 is sent to the named device', async () => {
  assert.match(await describedParameter(mel, ['POST', path, 'device_id']), /feature level 468\b/);
  await mel.ok('POST', path, { device_id: tablet.deviceId });
  assert.deepEqual(
    relay.received.map(({ token_id }) => token_id),
    [tablet.tokenId],
  );
});

test('E21.5 can be decrypted by the device only', async () => {
  await mel.ok('POST', path, { device_id: phone.deviceId });
  const [notification] = relay.received;
  assert.ok(notification);
  assert.equal(phone.read(notification).type, 'test');
  assert.throws(() =>
    tablet.read({ ...notification, payload: { ...notification.payload, push_key_id: tablet.deviceId } }),
  );
  const requestBody = relay.standIn.requests.at(-1)?.body ?? '';
  assert.equal(/realm_name|Parley Demo|"test"/.test(requestBody), false);
});
