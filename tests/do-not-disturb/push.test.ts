// Phones and browsers of people who do not want to be disturbed: they get notifications only of allowed senders and own
// reminders, skipped notifications are not sent later, and removals are still sent.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { runPushJobs } from '../push/notified-person.ts';
import { Phone } from '../push/phone.ts';
import { startPushTest } from '../push/support.ts';
import { startPushService, subscribe } from '../web-push/push-service.ts';

const service = await startPushService();
const clock = { ahead: 0 };
const { server, relay, google } = await startPushTest({
  webhookTargets: [service.url],
  clock: () => Date.now() / 1000 + clock.ahead,
});
const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
const phone = new Phone(mia, relay.publicKey, 'fcm');
await phone.register();
const { receiver } = await subscribe(mia, service.endpoint('mia'));

interface Shown {
  readonly type: string;
  readonly message_id?: number;
  readonly message_ids?: readonly number[];
  readonly content?: string;
}

/** What the phone and the browser received since the last call. */
async function deliver(): Promise<readonly (readonly Shown[])[]> {
  await runPushJobs(server);
  const onPhone: Shown[] = google.pushed.splice(0).map(({ payload }) => phone.read(payload));
  return [onPhone, service.read('mia', receiver)];
}
async function deliveredIds(): Promise<(number | undefined)[][]> {
  return (await deliver()).map((shown) => shown.map(({ message_id }) => message_id));
}
const change = (state: object) => mia.ok('PATCH', '/users/me/do_not_disturb', { ...state });
const pause = (seconds = 3600) => change({ paused_until: nowSeconds() + seconds });
const direct = (text: string) => mel.sendDirect([mia.userId], text);

const always = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '09:00' };

afterEach(async () => {
  clock.ahead = 0;
  google.broken = undefined;
  await change({ paused_until: 0, quiet_hours: { ...always, enabled: false }, allowed_senders: [] });
  await mia.ok('POST', '/mark_all_as_read');
  await deliver();
});

describe('a person who paused notifications', () => {
  test('is not notified, also not later', async () => {
    await pause();
    await direct('are you there?');
    assert.deepEqual(await deliveredIds(), [[], []]);
    clock.ahead = 3700;
    assert.deepEqual(await deliveredIds(), [[], []]);
    const id = await direct('and now?');
    assert.deepEqual(await deliveredIds(), [[id], [id]]);
  });

  test('is notified of allowed senders', async () => {
    await pause();
    await change({ allowed_senders: [mel.userId] });
    const id = await direct('the server is down');
    await olive.sendDirect([mia.userId], 'lunch?');
    assert.deepEqual(await deliveredIds(), [[id], [id]]);
  });

  test('is notified of a reminder of their own, and not of other notices', async () => {
    const message = await direct('the roast');
    await mia.ok('POST', '/mark_all_as_read');
    await pause(7200);
    await mia.ok('POST', '/reminders', {
      message_id: message,
      scheduled_delivery_timestamp: nowSeconds() + 60,
    });
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'evenings' }],
      principals: [mia.userId],
    });
    await deliver();
    clock.ahead = 120;
    const [onPhone = [], inBrowser = []] = await deliver();
    for (const [reminder, ...others] of [onPhone, inBrowser]) {
      assert.match(reminder?.content ?? '', /^You requested a reminder/);
      assert.deepEqual(others, []);
    }
  });

  test('is not notified of what was queued before', async () => {
    google.broken = 500;
    await direct('in a moment');
    await deliver();
    await pause();
    google.broken = undefined;
    clock.ahead = 60;
    const [onPhone] = await deliveredIds();
    assert.deepEqual(onPhone, []);
  });

  test('still gets the removal of a notification whose message was read elsewhere', async () => {
    const id = await direct('hello');
    await deliver();
    await pause();
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const deliveries = await deliver();
    assert.deepEqual(
      deliveries.map((removals) => removals.map(({ type }) => type)),
      [['remove'], ['remove']],
    );
  });

  test('is not notified after leaving the computer', async () => {
    await mia.ok('PATCH', '/settings', { enable_online_push_notifications: false });
    await mia.registerQueue({ event_types: ['message'] });
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    await direct('before the pause');
    assert.deepEqual(await deliveredIds(), [[], []]);
    await pause(7200);
    clock.ahead = 700;
    assert.deepEqual(await deliveredIds(), [[], []]);
    await change({ paused_until: 0 });
    clock.ahead = 1500;
    assert.deepEqual(await deliveredIds(), [[], []]);
    await mia.ok('PATCH', '/settings', { enable_online_push_notifications: true });
  });
});

describe('quiet hours', () => {
  test('hold back mentions in channels', async () => {
    for (const one of [mel, mia])
      await one.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
    await deliver();
    await change({ quiet_hours: always });
    await mel.sendToChannel('kitchen', 'lunch', `hey @**|${mia.userId}**`);
    assert.deepEqual(await deliveredIds(), [[], []]);
    await change({ quiet_hours: { ...always, enabled: false } });
    const id = await mel.sendToChannel('kitchen', 'lunch', `hey @**|${mia.userId}**`);
    assert.deepEqual(await deliveredIds(), [[id], [id]]);
  });
});
