// Delivering notifications to phones: retried, checked again before each attempt, and ended with the last phone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runPushJobs, startNotifiedPerson } from './notified-person.ts';
import { Phone } from './phone.ts';
import { waitForItem } from './support.ts';

const { apple, clock, delivered, google, mel, mia, olive, phone, relay, server } =
  await startNotifiedPerson();

/** The organizations whose log is being followed. */
function positions(): Promise<readonly unknown[]> {
  return server.server.services.database.reader(0).db.selectFrom('push_position').selectAll().execute();
}

describe('delivery', () => {
  test('is retried if Google is unreachable, without people who have read the message in the meantime', async () => {
    google.broken = 500;
    const first = await mel.sendDirect([mia.userId], 'one');
    const second = await mel.sendDirect([mia.userId], 'two');
    assert.deepEqual(await delivered(), []);
    await mia.ok('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' });
    google.broken = undefined;
    clock.ahead = 30;
    const notifiedIds = await delivered();
    clock.ahead = 0;
    assert.deepEqual(
      notifiedIds.filter(({ type }) => type === 'message').map(({ message_id }) => message_id),
      [second],
    );
  });

  test('skips people who lost access to the message, or are deactivated', async () => {
    const secret = 'secret kitchen';
    await mel.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: secret }],
      principals: [mel.userId, mia.userId],
      invite_only: true,
    });
    // Losing access may revoke a notification that was never shown, which is harmless.
    const messages = async () => (await delivered()).filter(({ type }) => type === 'message');
    await delivered();
    google.broken = 500;
    await mel.sendToChannel(secret, 'recipes', `psst @**|${mia.userId}**`);
    const direct = await mel.sendDirect([mia.userId], 'and this between us');
    assert.deepEqual(await delivered(), []);
    await mia.ok('DELETE', '/users/me/subscriptions', { subscriptions: [secret] });
    google.broken = undefined;
    clock.ahead = 30;
    assert.deepEqual(
      (await messages()).map(({ message_id }) => message_id),
      [direct],
    );
    clock.ahead = 0;
    google.broken = 500;
    await mel.sendDirect([mia.userId], 'are you still here?');
    assert.deepEqual(await delivered(), []);
    await olive.ok('DELETE', `/users/${mia.userId}`);
    google.broken = undefined;
    clock.ahead = 30;
    assert.deepEqual(await messages(), []);
    clock.ahead = 0;
    await olive.ok('POST', `/users/${mia.userId}/reactivate`);
  });

  test('is retried only for those of a person’s devices that were not reached', async () => {
    const max = await server.as('max');
    const phones = {
      reached: new Phone(max, relay.publicKey, 'apns'),
      missed: new Phone(max, relay.publicKey, 'fcm'),
    };
    await phones.reached.register();
    await phones.missed.register();
    google.errors.set(phones.missed.token, 503);
    const id = await mel.sendDirect([max.userId], 'to both');
    await runPushJobs(server);
    const notifiedIds = apple.pushed.splice(0).map(({ payload }) => phones.reached.read(payload).message_id);
    assert.deepEqual([notifiedIds, google.pushed.length], [[id], 0]);
    google.errors.clear();
    clock.ahead = 30;
    await runPushJobs(server);
    clock.ahead = 0;
    const later = google.pushed.splice(0).map(({ payload }) => phones.missed.read(payload).message_id);
    assert.deepEqual([later, apple.pushed.length], [[id], 0]);
    await max.ok('POST', '/remove_client_device', { device_id: phones.reached.deviceId });
    await max.ok('POST', '/remove_client_device', { device_id: phones.missed.deviceId });
  });

  test('removes a device whose token is invalid', async () => {
    const max = await server.as('max');
    const old = new Phone(max, relay.publicKey, 'apns');
    await old.register();
    apple.errors.set(old.token, { status: 410, reason: 'Unregistered' });
    const listener = await max.registerQueue({ event_types: ['device'] });
    await mel.sendDirect([max.userId], 'hello');
    await server.server.scheduler.runDue();
    await server.server.scheduler.runDue();
    const events = await listener.eventsOf('device');
    assert.deepEqual(
      events.map(({ push_token_id }) => push_token_id),
      [null],
    );
  });

  test('stores nothing for people without a phone', async () => {
    await mel.sendDirect([mia.userId], 'seen, not read');
    await delivered();
    const { db } = server.server.services.database.reader(0);
    const storedRows = () =>
      db.selectFrom('push_shown').select('message_id').where('account_id', '=', mia.userId).execute();
    assert.ok((await storedRows()).length > 0);
    await mia.ok('POST', '/remove_client_device', { device_id: phone.deviceId });
    assert.deepEqual(await storedRows(), []);
    await phone.register();
  });

  test('resumes after a time without any phone', async () => {
    await mia.ok('POST', '/remove_client_device', { device_id: phone.deviceId });
    await mel.sendDirect([mia.userId], 'to nobody');
    await server.server.scheduler.runDue();
    assert.deepEqual(await positions(), []);
    await phone.register();
    const id = await mel.sendDirect([mia.userId], 'to somebody');
    assert.deepEqual(
      (await delivered()).map(({ message_id }) => message_id),
      [id],
    );
  });

  test('happens automatically, soon after the message', async () => {
    const id = await mel.sendDirect([mia.userId], 'no job was called');
    const { payload } = await waitForItem(google.pushed, (one) => phone.read(one.payload).message_id === id);
    assert.equal(phone.read(payload).content, 'no job was called');
  });
});
