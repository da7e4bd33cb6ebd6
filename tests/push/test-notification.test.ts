// Test notifications: what arrives on the phone, and the four errors.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startStandIn } from '../calls/stand-in.ts';
import { startTestServer } from '../support/server.ts';
import { Phone } from './phone.ts';
import { startPushTest } from './support.ts';

const PATH = '/mobile_push/e2ee/test_notification';
const push = await startPushTest();
const { server, relay, apple, google } = push;
const mel = await server.as('mel');
const iPhone = new Phone(mel, relay.publicKey, 'apns');
const android = new Phone(mel, relay.publicKey, 'fcm');
await iPhone.register();
await android.register();

describe('a test notification', () => {
  test('reaches all devices of a person, encrypted', async () => {
    await mel.ok('POST', PATH);
    const [onApple] = apple.pushed.splice(0);
    const [onGoogle] = google.pushed.splice(0);
    assert.equal(onApple?.token, iPhone.token);
    assert.equal(onApple.headers['apns-topic'], 'org.example.app');
    assert.equal(onApple.headers['apns-push-type'], 'alert');
    assert.equal(onApple.headers['apns-priority'], '10');
    assert.deepEqual(onApple.payload.aps, { 'mutable-content': 1, alert: { title: 'New notification' } });
    assert.equal(typeof onApple.payload.push_key_id, 'number');
    assert.equal(onGoogle?.token, android.token);
    assert.equal(onGoogle.headers.priority, 'HIGH');
    assert.deepEqual(Object.keys(onGoogle.payload).sort(), ['encrypted_data', 'push_key_id']);
    for (const plain of [iPhone.read(onApple.payload), android.read(onGoogle.payload)]) {
      const { time, realm_name: name, ...rest } = plain;
      assert.ok(Math.abs(time - Date.now() / 1000) < 60);
      assert.equal(typeof name, 'string');
      assert.deepEqual(rest, { type: 'test', user_id: mel.userId, realm_url: server.url });
    }
  });

  test('reaches the device that is named', async () => {
    await mel.ok('POST', PATH, { device_id: android.deviceId });
    assert.equal(apple.pushed.length, 0);
    assert.equal(google.pushed.splice(0).length, 1);
  });

  test('requests one access token from Google', () => assert.equal(google.tokensGiven, 1));
});

describe('a test notification is refused', () => {
  test('without a device, and for one of another account', async () => {
    const mia = await server.as('mia');
    const text = 'No active registered push device';
    await mia.refused('POST', PATH, {}, 'NO_ACTIVE_PUSH_DEVICE', text);
    await mia.refused('POST', PATH, { device_id: android.deviceId }, 'NO_ACTIVE_PUSH_DEVICE', text);
    const { device_id: bare } = await mel.ok('POST', '/register_client_device');
    await mel.refused('POST', PATH, { device_id: bare }, 'NO_ACTIVE_PUSH_DEVICE', text);
  });

  test('on a server without a relay', async () => {
    const bare = await startTestServer();
    await (await bare.as('mel')).refused('POST', PATH, {}, 'NO_ACTIVE_PUSH_DEVICE');
  });

  test('when Apple reports the token as invalid, and the device gets no more pushes', async () => {
    const max = await server.as('max');
    const old = new Phone(max, relay.publicKey, 'apns');
    await old.register();
    apple.errors.set(old.token, { status: 410, reason: 'Unregistered' });
    const listener = await max.registerQueue({ event_types: ['device'] });
    await max.refused('POST', PATH, {}, 'NO_ACTIVE_PUSH_DEVICE');
    assert.deepEqual(
      (await listener.eventsOf('device')).map(({ op, device_id, push_token_id }) => [
        op,
        device_id,
        push_token_id,
      ]),
      [['update', old.deviceId, null]],
    );
    apple.errors.delete(old.token);
    await max.refused('POST', PATH, {}, 'NO_ACTIVE_PUSH_DEVICE');
  });

  test('when Google no longer knows the token, while the other device is reached', async () => {
    google.unregistered.add(android.token);
    await mel.ok('POST', PATH);
    assert.equal(apple.pushed.splice(0).length, 1);
    await mel.refused('POST', PATH, { device_id: android.deviceId }, 'NO_ACTIVE_PUSH_DEVICE');
  });

  const answers = [
    [403, { code: 'MISSING_REMOTE_REALM' }, 403, 'ADMIN_ACTION_REQUIRED'],
    [400, { code: 'PUSH_NOTIFICATIONS_DISALLOWED' }, 403, 'ADMIN_ACTION_REQUIRED'],
    [401, { code: 'REALM_DEACTIVATED' }, 403, 'ADMIN_ACTION_REQUIRED'],
    [302, '', 403, 'ADMIN_ACTION_REQUIRED'],
    [200, 'no JSON', 403, 'ADMIN_ACTION_REQUIRED'],
    [500, {}, 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [503, 'away', 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
  ] as const;

  test('with the relay’s error', async () => {
    const standIn = await startStandIn(() => ({ body: { result: 'success' } }));
    const other = await startTestServer({
      pushRelay: { url: standIn.url.replace(/\/$/, ''), credentials: { id: 'id', key: 'key' } },
    });
    const person = await other.as('mel');
    await new Phone(person, relay.publicKey, 'fcm').register();
    for (const [relayStatus, body, status, code] of answers) {
      standIn.answer = () => ({ status: relayStatus, body });
      const answer = await person.request('POST', PATH);
      assert.deepEqual([answer.status, answer.body.code], [status, code], `${relayStatus}`);
    }
    assert.equal(standIn.requests.at(-1)?.headers.authorization, `Basic ${btoa('id:key')}`);
    await standIn.stop();
    const answer = await person.request('POST', PATH);
    assert.deepEqual([answer.status, answer.body.code], [502, 'FAILED_TO_CONNECT_BOUNCER']);
    assert.equal(answer.body.msg, 'Network error while connecting to the push notification relay.');
  });

  test('when no working device of several was reached', async () => {
    const pia = await server.as('mia');
    const [deadPhone, missedPhone] = [
      new Phone(pia, relay.publicKey, 'apns'),
      new Phone(pia, relay.publicKey, 'fcm'),
    ];
    await deadPhone.register();
    await missedPhone.register();
    apple.errors.set(deadPhone.token, { status: 410, reason: 'Unregistered' });
    google.errors.set(missedPhone.token, 503);
    await pia.refused('POST', PATH, {}, 'INTERNAL_SERVER_ERROR_ON_BOUNCER');
    google.errors.clear();
    await pia.ok('POST', PATH);
  });

  test('when Apple and Google give invalid answers', async () => {
    const owner = await server.as('olive');
    await new Phone(owner, relay.publicKey, 'fcm').register();
    google.broken = 503;
    await owner.refused('POST', PATH, {}, 'INTERNAL_SERVER_ERROR_ON_BOUNCER');
    google.broken = undefined;
    await owner.ok('POST', PATH);
  });
});
