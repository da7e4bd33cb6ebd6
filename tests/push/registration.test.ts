// Registering devices for encrypted notifications: the order of errors, the relay's answer, and the events.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { recordedLog } from '../sign-in/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';
import { Phone } from './phone.ts';
import { startPushTest } from './support.ts';

const { server, relay } = await startPushTest();
const mel = await server.as('mel');
const mia = await server.as('mia');
const olive = await server.as('olive');

describe('devices', () => {
  test('are added and removed, visible to their account only', async () => {
    let deviceId = 0;
    const [melEvents, miaEvents] = await expectFold([mel, mia], async () => {
      deviceId = (await mel.ok('POST', '/register_client_device')).device_id;
    });
    assert.deepEqual(
      melEvents?.map(({ type, op, device_id }) => [type, op, device_id]),
      [['device', 'add', deviceId]],
    );
    assert.deepEqual(miaEvents, []);
    await mia.refused('POST', '/remove_client_device', { device_id: deviceId }, 'BAD_REQUEST');
    await expectFold([mel], () => mel.ok('POST', '/remove_client_device', { device_id: deviceId }));
    await mel.refused('POST', '/remove_client_device', { device_id: deviceId }, 'BAD_REQUEST');
  });

  test('register with key and token, and the relay accepts the token', async () => {
    const phone = new Phone(mel, relay.publicKey, 'apns');
    const registered = await phone.register();
    assert.equal(registered.push_token_id, phone.tokenId);
    assert.equal(registered.pending_push_token_id, null);
    const { devices } = (await mel.registerQueue({ fetch_event_types: ['device'] })).snapshot;
    const device = devices[phone.deviceId];
    assert.ok(device.push_token_last_updated_timestamp > 0);
    assert.deepEqual(
      { ...device, push_token_last_updated_timestamp: 0 },
      {
        push_key_id: phone.keyId,
        push_token_id: phone.tokenId,
        pending_push_token_id: null,
        push_token_last_updated_timestamp: 0,
        push_registration_error_code: null,
      },
    );
  });

  test('the events of a registration lead to the later snapshot', async () => {
    const phone = new Phone(mia, relay.publicKey, 'fcm');
    const [events] = await expectFold([mia], () => phone.register());
    assert.deepEqual(
      events?.map(({ op }) => op),
      ['add', 'update', 'update'],
    );
    await expectFold([mia], () =>
      mia.ok('POST', '/mobile_push/register', {
        device_id: phone.deviceId,
        ...phone.keyFields,
        push_key_id: 7,
      }),
    );
  });

  test('registering the same again changes nothing', async () => {
    const phone = new Phone(olive, relay.publicKey, 'fcm');
    await phone.register();
    const fields = { device_id: phone.deviceId, ...phone.keyFields, ...phone.tokenFields() };
    const [events] = await expectFold([olive], () => olive.ok('POST', '/mobile_push/register', fields));
    assert.deepEqual(events, []);
    const tokenOnly = { device_id: phone.deviceId, ...phone.tokenFields() };
    const [tokenEvents] = await expectFold([olive], () =>
      olive.ok('POST', '/mobile_push/register', tokenOnly),
    );
    assert.deepEqual(tokenEvents, []);
  });

  test('a new API key removes all devices', async () => {
    const max = await server.as('max');
    const phone = new Phone(max, relay.publicKey, 'fcm');
    await phone.register();
    const listener = await max.registerQueue({ event_types: ['device'] });
    const { api_key: apiKey } = await max.ok('POST', '/users/me/api_key/regenerate');
    const withNewKey = server.client(max.email, apiKey, max.userId);
    const { events } = await withNewKey.ok('GET', '/events', {
      queue_id: listener.queueId,
      last_event_id: listener.snapshot.last_event_id,
      dont_block: true,
    });
    assert.deepEqual(
      events.map(({ type, op, device_id }: Record<string, unknown>) => [type, op, device_id]),
      [['device', 'remove', phone.deviceId]],
    );
  });
});

test('a device that used the organization at an impossible address is refused', async () => {
  const status = await new Promise((answered, failed) => {
    const asking = request(`${server.url}/api/v1/register_client_device`, {
      method: 'POST',
      headers: { host: 'a b', authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` },
    });
    asking.on('response', ({ statusCode }) => answered(statusCode)).on('error', failed);
    asking.end();
  });
  assert.equal(status, 400);
});

describe('a registration is refused', () => {
  const phone = new Phone(mel, relay.publicKey, 'fcm');
  const path = '/mobile_push/register';

  test('for another account’s device, and an unknown one', async () => {
    const { device_id: foreign } = await mia.ok('POST', '/register_client_device');
    for (const id of [foreign, 999_999])
      await mel.refused('POST', path, { device_id: id, ...phone.keyFields }, 'BAD_REQUEST');
  });

  test('if a group of fields is incomplete, or the key is invalid', async () => {
    const { device_id: id } = await mel.ok('POST', '/register_client_device');
    const { encrypted_push_registration: _left, ...half } = phone.tokenFields();
    for (const fields of [{}, { push_key_id: 1 }, half])
      await mel.refused(
        'POST',
        path,
        { device_id: id, ...fields },
        'BAD_REQUEST',
        /^Missing parameters: must/,
      );
    for (const key of ['', 'x', Buffer.alloc(32).toString('base64'), Buffer.alloc(33).toString('base64')])
      await mel.refused(
        'POST',
        path,
        { device_id: id, push_key: key, push_key_id: 1 },
        'BAD_REQUEST',
        'Invalid `push_key`',
      );
  });

  test('if there is nothing to rotate', async () => {
    const { device_id: id } = await mel.ok('POST', '/register_client_device');
    const rotateKey = 'No push registration exists to rotate key for.';
    await mel.refused('POST', path, { device_id: id, ...phone.keyFields }, 'BAD_REQUEST', rotateKey);
    const rotateToken = 'No push registration exists to rotate token for.';
    await mel.refused('POST', path, { device_id: id, ...phone.tokenFields() }, 'BAD_REQUEST', rotateToken);
  });

  test('by the relay: the client gets the code, and can try again', async () => {
    const cases = [
      [{ timestamp: 1_000_000 }, 'REQUEST_EXPIRED'],
      [{ token: 'another' }, 'BAD_REQUEST'],
      [{ token_kind: 'pigeon' }, 'BAD_REQUEST'],
    ] as const;
    for (const [registration, code] of cases) {
      const otherPhone = new Phone(mel, relay.publicKey, 'fcm');
      const event = await otherPhone.register(registration);
      assert.equal(event.push_registration_error_code, code);
      assert.equal(event.push_token_id, undefined);
    }
    const otherKey = new Phone(mel, Buffer.alloc(32, 9).toString('base64'), 'fcm');
    assert.equal((await otherKey.register()).push_registration_error_code, 'INVALID_BOUNCER_PUBLIC_KEY');
    const corrected = new Phone(mel, relay.publicKey, 'fcm');
    const listener = await mel.registerQueue({ event_types: ['device'] });
    await mel.ok('POST', path, {
      device_id: otherKey.deviceId,
      ...corrected.keyFields,
      ...corrected.tokenFields(),
    });
    const events = await eventsUntil(listener, (one) => one.pending_push_token_id === null);
    assert.equal(events[0].push_registration_error_code, null);
    assert.equal(events.at(-1).push_token_id, corrected.tokenId);
  });

  test('if the server has no relay', async () => {
    const serverWithoutRelay = await startTestServer();
    const max = await serverWithoutRelay.as('max');
    const { device_id: id } = await max.ok('POST', '/register_client_device');
    await max.refused(
      'POST',
      path,
      { device_id: id, ...phone.keyFields, ...phone.tokenFields() },
      'PUSH_SERVICE_NOT_CONFIGURED',
      'Server is not configured to use push notification service.',
    );
    const { body } = await serverWithoutRelay.anonymous.request('GET', '/server_settings');
    assert.equal(body.push_notifications_enabled, false);
  });

  test('for bots', async () => {
    const helper = await server.as('helper');
    await helper.refused('POST', path, { device_id: 1 }, 'BAD_REQUEST', /bot/);
  });
});

test('clients learn whether the organization has push notifications', async () => {
  const { snapshot } = await olive.registerQueue({ fetch_event_types: ['realm'] });
  assert.equal(snapshot.realm_push_notifications_enabled, true);
  const { body } = await server.anonymous.request('GET', '/server_settings');
  assert.equal(body.push_notifications_enabled, true);
});

test('an unreachable relay is retried, and after a day the client is notified', async () => {
  let ahead = 0;
  const { lines, log } = recordedLog();
  const cutOffServer = await startTestServer({
    log,
    pushRelay: { url: 'http://127.0.0.1:1', credentials: undefined },
    clock: () => Date.now() / 1000 + ahead,
  });
  const person = await cutOffServer.as('mel');
  const phone = new Phone(person, relay.publicKey, 'fcm');
  const listener = await person.registerQueue({ event_types: ['device'] });
  const { device_id: id } = await person.ok('POST', '/register_client_device');
  const fields = { device_id: id, ...phone.keyFields, ...phone.tokenFields() };
  await person.ok('POST', '/mobile_push/register', fields);
  await cutOffServer.server.scheduler.runDue();
  const { organization } = JSON.parse(
    lines.find((line) => line.includes('push relay request failed')) ?? '{}',
  );
  assert.equal(organization, 1);
  const inProgress = 'A registration for the device already in progress.';
  await person.refused('POST', '/mobile_push/register', fields, 'BAD_REQUEST', inProgress);
  ahead = 40;
  await cutOffServer.server.scheduler.runDue();
  await person.refused('POST', '/mobile_push/register', fields, 'BAD_REQUEST', inProgress);
  ahead = 90_000;
  await cutOffServer.server.scheduler.runDue();
  const events = await eventsUntil(listener, (one) => one.push_registration_error_code !== undefined);
  assert.equal(events.at(-1).push_registration_error_code, 'REQUEST_EXPIRED');
});
