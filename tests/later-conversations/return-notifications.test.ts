// People are notified on phones and in browsers that a conversation came back from later: in their language and once, but
// not while they do not want to be disturbed, or after they have dealt with it.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { runPushJobs } from '../push/notified-person.ts';
import { Phone } from '../push/phone.ts';
import { startPushTest } from '../push/support.ts';
import type { Json } from '../support/client.ts';
import { startPushService, subscribe } from '../web-push/push-service.ts';

const path = '/users/me/later_conversations';
const service = await startPushService();
const clock = { ahead: 0 };
const { server, relay, google } = await startPushTest({
  webhookTargets: [service.url],
  clock: () => Date.now() / 1000 + clock.ahead,
});
const [mel, mia] = [await server.as('mel'), await server.as('mia')];
const phone = new Phone(mia, relay.publicKey, 'fcm');
await phone.register();
const { receiver } = await subscribe(mia, service.endpoint('mia'));
const { stream_id } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
const lunch = { stream_id, topic: 'lunch' };
const withMel = { user_ids: [mel.userId] };

/** What the phone and the browser received since the last call. */
async function deliver(): Promise<Json[][]> {
  await runPushJobs(server);
  const onPhone: Json[] = google.pushed.splice(0).map(({ payload }) => phone.read(payload));
  return [onPhone, [...service.read('mia', receiver)] as Json[]];
}
const deliveredTexts = async () =>
  (await deliver()).map((all) => all.filter(({ type }) => type === 'message').map(({ content }) => content));
const put = (conversation: Json) => mia.ok('POST', path, { ...conversation, until: nowSeconds() + 600 });
const quiet = (paused_until: number) => mia.ok('PATCH', '/users/me/do_not_disturb', { paused_until });
const setting = (name: string, value: unknown) => mia.ok('PATCH', '/settings', { [name]: value });
const readAll = () => mia.ok('POST', '/mark_all_as_read');
const comeBack = () => {
  clock.ahead = 700;
};

afterEach(async () => {
  clock.ahead = 0;
  google.broken = undefined;
  await quiet(0);
  await setting('default_language', 'en');
  await setting('enable_offline_push_notifications', true);
  await setting('enable_online_push_notifications', true);
  const { later_conversations } = await mia.ok('GET', path);
  for (const { stream_id, topic, user_ids } of later_conversations)
    await mia.ok('DELETE', path, stream_id === null ? { user_ids } : { stream_id, topic });
  await readAll();
  await deliver();
});

describe('a conversation that comes back', () => {
  test('is announced once, with its newest message and its topic', async () => {
    const id = await mel.sendToChannel('general', 'lunch', 'pizza?');
    await readAll();
    await put(lunch);
    assert.deepEqual(await deliveredTexts(), [[], []]);
    comeBack();
    for (const [first, ...others] of await deliver()) {
      assert.deepEqual(
        [first?.type, first?.content, first?.is_return, first?.message_id, first?.topic],
        ['message', 'Back from later: lunch', true, id, 'lunch'],
      );
      assert.deepEqual(others, []);
    }
    assert.deepEqual(await deliveredTexts(), [[], []]);
  });

  test('is announced in the language of the person, direct messages by their people', async () => {
    await setting('default_language', 'de');
    await mel.sendDirect([mia.userId], 'the menu');
    await deliver();
    await put(withMel);
    comeBack();
    assert.deepEqual(await deliveredTexts(), [['Wieder da: Mel Member'], ['Wieder da: Mel Member']]);
  });

  test('is not announced without a message, or to people without notifications', async () => {
    await put({ stream_id, topic: 'nothing was written here' });
    comeBack();
    assert.deepEqual(await deliveredTexts(), [[], []]);
    clock.ahead = 0;
    await setting('enable_offline_push_notifications', false);
    await put(withMel);
    comeBack();
    assert.deepEqual(await deliveredTexts(), [[], []]);
  });

  test('is not announced to a person who does not want to be disturbed, even by allowed senders', async () => {
    await mia.ok('PATCH', '/users/me/do_not_disturb', { allowed_senders: [mel.userId] });
    await quiet(nowSeconds() + 3600);
    await put(withMel);
    comeBack();
    assert.deepEqual(await deliveredTexts(), [[], []]);
  });
});

describe('a delayed announcement of a returned conversation', () => {
  /** Lets the conversation come back while the phone cannot be reached. Returns what the phone then receives. */
  async function afterDelay(meanwhile: () => Promise<unknown>): Promise<unknown> {
    google.broken = 500;
    comeBack();
    await deliver();
    await meanwhile();
    google.broken = undefined;
    clock.ahead = 800;
    return (await deliveredTexts())[0];
  }

  test('is sent later if nothing happens in the meantime', async () => {
    await put(lunch);
    await mel.sendToChannel('general', 'lunch', 'pasta?');
    assert.deepEqual(await afterDelay(async () => undefined), ['Back from later: lunch']);
  });

  test('is dropped if the conversation is read', async () => {
    await put(lunch);
    await mel.sendToChannel('general', 'lunch', 'pasta?');
    assert.deepEqual(await afterDelay(readAll), []);
  });

  test('is dropped if the conversation is marked done or put away again', async () => {
    await put(lunch);
    assert.deepEqual(await afterDelay(() => mia.ok('DELETE', path, lunch)), []);
    clock.ahead = 0;
    await put(lunch);
    assert.deepEqual(
      await afterDelay(() => mia.ok('POST', path, { ...lunch, until: nowSeconds() + 7200 })),
      [],
    );
  });

  test('a mention that it would replace is still withdrawn when it is read', async () => {
    // Olive has no browser, whose notifications are always remembered.
    const olive = await server.as('olive');
    const olivesPhone = new Phone(olive, relay.publicKey, 'fcm');
    await olivesPhone.register();
    const deliverToOlive = async (): Promise<Json[]> => {
      await runPushJobs(server);
      return google.pushed.splice(0).map(({ payload }) => olivesPhone.read(payload));
    };
    await olive.ok('POST', path, { ...lunch, until: nowSeconds() + 600 });
    const id = await mel.sendToChannel('general', 'lunch', `hey @**|${olive.userId}**`);
    assert.deepEqual(
      (await deliverToOlive()).map(({ message_id }) => message_id),
      [id],
    );
    google.broken = 500;
    comeBack();
    await deliverToOlive();
    await olive.ok('PATCH', '/users/me/do_not_disturb', { paused_until: nowSeconds() + 7200 });
    google.broken = undefined;
    clock.ahead = 800;
    assert.deepEqual(await deliverToOlive(), []);
    await olive.ok('POST', '/mark_all_as_read');
    assert.deepEqual(
      (await deliverToOlive()).map(({ type, message_ids }) => [type, message_ids]),
      [['remove', [id]]],
    );
    await olive.ok('PATCH', '/settings', { enable_offline_push_notifications: false });
  });

  test('shows the newest remaining message if the newest one is deleted or moved', async () => {
    const first = await mel.sendToChannel('general', 'lunch', 'salad?');
    await readAll();
    for (const change of [
      (id: number) => mel.ok('DELETE', `/messages/${id}`),
      (id: number) => mel.ok('PATCH', `/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_one' }),
    ]) {
      await put(lunch);
      const id = await mel.sendToChannel('general', 'lunch', 'pasta?');
      assert.deepEqual(await afterDelay(() => change(id)), ['Back from later: lunch']);
      await mia.ok('DELETE', path, lunch);
      const withdrawn = (await deliver()).map((all) =>
        all.filter(({ type }) => type === 'remove').flatMap(({ message_ids }) => message_ids),
      );
      assert.ok(
        withdrawn.every((ids) => ids.includes(first)),
        JSON.stringify(withdrawn),
      );
      clock.ahead = 0;
      await readAll();
      await deliver();
    }
  });

  test('is dropped if no message is left', async () => {
    const topic = { stream_id, topic: 'breakfast' };
    await put(topic);
    const id = await mel.sendToChannel('general', 'breakfast', 'toast?');
    assert.deepEqual(await afterDelay(() => mel.ok('DELETE', `/messages/${id}`)), []);
  });

  test('is held back by a pause', async () => {
    await put(lunch);
    assert.deepEqual(await afterDelay(() => quiet(nowSeconds() + 7200)), []);
  });
});

describe('the notification of a conversation that came back', () => {
  /** The messages whose notifications were withdrawn since the last call, from the phone and the browser. */
  const withdrawn = async () =>
    (await deliver()).map((all) =>
      all.filter(({ type }) => type === 'remove').flatMap(({ message_ids }) => message_ids),
    );

  /** Sends a message, lets the conversation come back, and returns the message once the person is notified. */
  async function afterReturn(options: { isRead: boolean }): Promise<number> {
    const id = await mel.sendToChannel('general', 'lunch', 'curry?');
    if (options.isRead) await readAll();
    await put(lunch);
    await deliver();
    comeBack();
    assert.deepEqual(await deliveredTexts(), [['Back from later: lunch'], ['Back from later: lunch']]);
    return id;
  }

  test('of a read conversation stays when other messages are read, until it is marked done', async () => {
    const id = await afterReturn({ isRead: true });
    await mel.sendDirect([mia.userId], 'something else');
    await deliver();
    await readAll();
    assert.ok((await withdrawn()).every((ids) => ids.length === 1 && !ids.includes(id)));
    await mia.ok('DELETE', path, lunch);
    assert.deepEqual(await withdrawn(), [[id], [id]]);
  });

  test('of an unread conversation is withdrawn when it is read', async () => {
    const id = await afterReturn({ isRead: false });
    await readAll();
    assert.deepEqual(await withdrawn(), [[id], [id]]);
  });

  test('is withdrawn when the conversation is put away again, and not by edits or other conversations', async () => {
    const id = await afterReturn({ isRead: false });
    await mel.ok('PATCH', `/messages/${id}`, { content: 'rice?' });
    await put(withMel);
    assert.deepEqual(await withdrawn(), [[], []]);
    await mia.ok('POST', path, { ...lunch, until: nowSeconds() + 7200 });
    assert.deepEqual(await withdrawn(), [[id], [id]]);
  });
});

describe('a person at the computer', () => {
  /** Lets the conversation come back while the person is active. Returns what they get once they have left. */
  async function afterLeaving(meanwhile: () => Promise<unknown>): Promise<unknown[][]> {
    await setting('enable_online_push_notifications', false);
    await mia.ok('POST', path, { ...lunch, until: nowSeconds() + 60 });
    await mel.sendToChannel('general', 'lunch', 'soup?');
    await mia.registerQueue({ event_types: ['message'] });
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    clock.ahead = 70;
    assert.deepEqual(await deliveredTexts(), [[], []]);
    await meanwhile();
    clock.ahead = 1500;
    return deliveredTexts();
  }

  test('is notified after leaving the newest message unread', async () => {
    assert.deepEqual(await afterLeaving(async () => undefined), [
      ['Back from later: lunch'],
      ['Back from later: lunch'],
    ]);
  });

  test('is not notified after marking the conversation done without reading it', async () => {
    assert.deepEqual(await afterLeaving(() => mia.ok('DELETE', path, lunch)), [[], []]);
  });
});
