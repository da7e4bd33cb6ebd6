// Clients without encryption: their tokens, their notifications, and the switch to encryption.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { RelayStore } from '../../relay/relay-store.ts';
import { startTestServer } from '../support/server.ts';
import { Phone } from './phone.ts';
import { startPushTest } from './support.ts';

let ahead = 0;
const { server, relay, dataDirectory, apple, google } = await startPushTest({
  clock: () => Date.now() / 1000 + ahead,
});
const mel = await server.as('mel');
const mia = await server.as('mia');
const olive = await server.as('olive');
const APPLE = '/users/me/apns_device_token';
const GOOGLE = '/users/me/android_gcm_reg_id';
const TEST = '/mobile_push/test_notification';

async function runAllJobs(): Promise<void> {
  for (let round = 0; round < 3; round++) await server.server.scheduler.runDue();
}

/** Sets whether the relay accepts the server. */
function setServerState(state: 'on' | 'off'): void {
  const store = new RelayStore(join(dataDirectory, 'relay.db'));
  for (const { uuid } of store.servers()) assert.ok(store.switchServer(uuid, state));
  store.close();
}

describe('tokens', () => {
  test('are refused if malformed', async () => {
    const empty = 'Empty or invalid length token';
    for (const [method, path] of [
      ['POST', APPLE],
      ['POST', GOOGLE],
      ['DELETE', APPLE],
      ['DELETE', GOOGLE],
    ] as const) {
      for (const token of ['', 'a'.repeat(4097)])
        await mel.refused(method, path, { token, appid: 'org.example.app' }, 'BAD_REQUEST', empty);
    }
    const fields = { token: 'no hex', appid: 'org.example.app' };
    await mel.refused('POST', APPLE, fields, 'BAD_REQUEST', 'Invalid APNS token');
    for (const path of [APPLE, GOOGLE])
      await mel.refused('DELETE', path, { token: 'abcd' }, 'BAD_REQUEST', 'Token does not exist');
  });

  test('can be added twice, and are removed once', async () => {
    for (let time = 0; time < 2; time++) await mel.ok('POST', GOOGLE, { token: 'again' });
    await mel.ok('DELETE', GOOGLE, { token: 'again' });
    await mel.refused('DELETE', GOOGLE, { token: 'again' }, 'BAD_REQUEST', 'Token does not exist');
  });

  test('that are added again before the relay learned of the removal stay there', async () => {
    await olive.ok('POST', GOOGLE, { token: 'back' });
    await runAllJobs();
    setServerState('off');
    await olive.ok('DELETE', GOOGLE, { token: 'back' });
    await runAllJobs();
    setServerState('on');
    await olive.ok('POST', GOOGLE, { token: 'back' });
    await runAllJobs();
    ahead = 60;
    await runAllJobs();
    ahead = 0;
    await olive.ok('POST', TEST, { token: 'back' });
    assert.deepEqual(
      google.pushed.splice(0).map(({ token }) => token),
      ['back'],
    );
    await olive.ok('DELETE', GOOGLE, { token: 'back' });
    await runAllJobs();
  });

  test('can be tested', async () => {
    await mel.ok('POST', TEST);
    await mel.refused(
      'POST',
      TEST,
      { token: 'nobody’s' },
      'INVALID_PUSH_DEVICE_TOKEN',
      'Device not recognized',
    );
    await mel.ok('POST', APPLE, { token: 'abcd', appid: 'org.example.app' });
    await mel.ok('POST', GOOGLE, { token: 'droid' });
    await runAllJobs();
    await mel.ok('POST', TEST);
    const [onApple] = apple.pushed.splice(0);
    const [onGoogle] = google.pushed.splice(0);
    assert.equal(onApple?.payload.aps.alert.title, 'Test notification');
    assert.equal(onApple.payload.zulip.event, 'test');
    assert.equal(onGoogle?.payload.event, 'test');
    assert.equal(onGoogle.payload.realm_url, server.url);
    google.unregistered.add('droid');
    await mel.refused('POST', TEST, { token: 'droid' }, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN');
    await mel.refused('POST', TEST, { token: 'droid' }, 'INVALID_PUSH_DEVICE_TOKEN');
  });

  test('are stored on a server without a relay, whose test refers to the administrator', async () => {
    const bare = await startTestServer();
    const person = await bare.as('mel');
    await person.ok('POST', GOOGLE, { token: 'droid' });
    await person.refused('POST', TEST, {}, 'ADMIN_ACTION_REQUIRED');
  });
});

describe('a message', () => {
  test('is sent in both forms, and revoked', async () => {
    await mia.ok('POST', APPLE, { token: 'beef', appid: 'org.example.app' });
    await mia.ok('POST', GOOGLE, { token: 'plain' });
    await runAllJobs();
    const id = await mel.sendDirect([mia.userId], 'hello');
    await runAllJobs();
    const [onApple] = apple.pushed.splice(0);
    const [onGoogle] = google.pushed.splice(0);
    assert.equal(onApple?.payload.aps.alert.body, 'hello');
    assert.deepEqual(onApple.payload.zulip.message_ids, [id]);
    const {
      event,
      recipient_type: type,
      zulip_message_id: messageId,
      user_id: userId,
    } = onGoogle?.payload ?? {};
    assert.deepEqual(
      [event, type, messageId, userId],
      ['message', 'private', String(id), String(mia.userId)],
    );
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await runAllJobs();
    assert.equal(google.pushed[0]?.payload.zulip_message_ids, String(id));
    assert.equal(google.pushed.splice(0)[0]?.headers.priority, 'NORMAL');
    apple.pushed.splice(0);
  });

  test('is titled with its conversation, and below it with its sender and the mention', async () => {
    const [{ full_name: sender }, { full_name: other }] = [
      await mel.ok('GET', '/users/me'),
      await olive.ok('GET', '/users/me'),
    ];
    await olive.ok('POST', '/user_groups/create', { name: 'cooks', description: '', members: [mia.userId] });
    await mia.sendToChannel('general', 'lunch', 'I am here');
    await runAllJobs();
    google.pushed.splice(0);
    apple.pushed.splice(0);
    const person = `@**|${mia.userId}**`;
    const sends: [() => Promise<unknown>, string, string][] = [
      [() => mel.sendDirect([mia.userId], 'hello'), sender, ''],
      [() => mel.sendDirect([mia.userId], `hello ${person}`), sender, `${sender} mentioned you:`],
      [() => mel.sendDirect([mia.userId, olive.userId], 'hello'), `${other}, ${sender}`, `${sender}:`],
      [() => mel.sendToChannel('general', 'lunch', person), '#general > lunch', `${sender} mentioned you:`],
      [
        () => mel.sendToChannel('general', 'lunch', '@*cooks* @**all**'),
        '#general > lunch',
        `${sender} mentioned @cooks:`,
      ],
      [
        () => mel.sendToChannel('general', 'lunch', '@**all** now'),
        '#general > lunch',
        `${sender} mentioned everyone:`,
      ],
      [
        () => mel.sendToChannel('general', 'lunch', '@**topic** now'),
        '#general > lunch',
        `${sender} mentioned everyone:`,
      ],
    ];
    for (const [send, title, subtitle] of sends) {
      await send();
      await runAllJobs();
      const [pushed] = apple.pushed.splice(0);
      const { alert } = pushed?.payload.aps ?? {};
      assert.deepEqual([alert.title, alert.subtitle], [title, subtitle]);
    }
    google.pushed.splice(0);
  });

  test('is not sent if the organization allows only encryption', async () => {
    await olive.ok('PATCH', '/realm', { require_e2ee_push_notifications: true });
    await mel.sendDirect([mia.userId], 'secret');
    await runAllJobs();
    assert.deepEqual([apple.pushed.length, google.pushed.length], [0, 0]);
    await olive.ok('PATCH', '/realm', { require_e2ee_push_notifications: false });
  });

  test('is retried only where it failed, in either form', async () => {
    const phone = new Phone(olive, relay.publicKey, 'fcm');
    await phone.register();
    await olive.ok('POST', GOOGLE, { token: 'missed' });
    await olive.ok('POST', APPLE, { token: 'f00d', appid: 'org.example.app' });
    await runAllJobs();
    google.errors.set('missed', 503);
    await mel.sendDirect([olive.userId], 'to three');
    await runAllJobs();
    assert.deepEqual(
      [apple.pushed.splice(0).length, google.pushed.splice(0).map(({ token }) => token)],
      [1, [phone.token]],
    );
    google.errors.clear();
    ahead = 30;
    await runAllJobs();
    ahead = 0;
    assert.deepEqual(
      [apple.pushed.length, google.pushed.splice(0).map(({ token }) => token)],
      [0, ['missed']],
    );
  });

  test('is sent only encrypted once the same token was registered with encryption', async () => {
    const phone = new Phone(mia, relay.publicKey, 'fcm');
    await mia.ok('POST', GOOGLE, { token: phone.token });
    await phone.register();
    await mel.sendDirect([mia.userId], 'for one');
    await runAllJobs();
    const own = google.pushed.splice(0).filter(({ token }) => token === phone.token);
    assert.equal(own.length, 1);
    assert.equal(phone.read(own[0]?.payload).content, 'for one');
  });
});
