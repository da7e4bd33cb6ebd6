// Notifications on phones, in browsers and by mail about a conversation that a person has put away: until its time,
// only mentions notify them.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { runPushJobs } from '../push/notified-person.ts';
import { Phone } from '../push/phone.ts';
import { startPushTest } from '../push/support.ts';
import type { Json } from '../support/client.ts';
import { startPushService, subscribe } from '../web-push/push-service.ts';

const HOUR = 3600;
const path = '/users/me/later_conversations';

describe('on phones and in browsers', async () => {
  const service = await startPushService();
  const { server, relay, google } = await startPushTest({ webhookTargets: [service.url] });
  const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
  const phone = new Phone(mia, relay.publicKey, 'fcm');
  await phone.register();
  const { receiver } = await subscribe(mia, service.endpoint('mia'));
  const { stream_id } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
  await olive.ok('POST', '/user_groups/create', { name: 'cooks', description: '', members: [mia.userId] });
  await mia.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property: 'push_notifications', value: true }],
  });

  /** The ids of the messages that the phone and the browser showed since the last call. */
  async function deliveredIds(): Promise<unknown[][]> {
    await runPushJobs(server);
    const onPhone: Json[] = google.pushed.splice(0).map(({ payload }) => phone.read(payload));
    const payloads: Json[][] = [onPhone, [...service.read('mia', receiver)] as Json[]];
    return payloads.map((one) =>
      one
        .filter(({ type }) => type === 'message')
        .map(({ message_id }) => message_id)
        .sort(),
    );
  }
  const put = (conversation: Json) => mia.ok('POST', path, { ...conversation, until: nowSeconds() + HOUR });
  const markDone = (conversation: Json) => mia.ok('DELETE', path, conversation);
  const withMel = { user_ids: [mel.userId] };
  const lunch = { stream_id, topic: 'lunch' };
  const direct = (text: string) => mel.sendDirect([mia.userId], text);

  afterEach(async () => {
    await mia.ok('POST', '/mark_all_as_read');
    await deliveredIds();
  });

  test('direct messages that are away do not notify, others do', async () => {
    await put(withMel);
    await direct('lunch?');
    const id = await olive.sendDirect([mia.userId], 'hello');
    assert.deepEqual(await deliveredIds(), [[id], [id]]);
    await markDone(withMel);
    const next = await direct('and now?');
    assert.deepEqual(await deliveredIds(), [[next], [next]]);
  });

  test('a topic that is away does not notify, in any case of its name', async () => {
    await put({ stream_id, topic: 'LUNCH' });
    await mel.sendToChannel('general', 'lunch', 'pizza?');
    await mel.sendToChannel('general', 'lunch', '@**all** pizza?');
    const id = await mel.sendToChannel('general', 'dinner', 'pasta?');
    assert.deepEqual(await deliveredIds(), [[id], [id]]);
    await markDone(lunch);
    const next = await mel.sendToChannel('general', 'lunch', 'now?');
    assert.deepEqual(await deliveredIds(), [[next], [next]]);
  });

  test('mentions by name and through a group still notify', async () => {
    await put(lunch);
    await put(withMel);
    const mentionedByName = await mel.sendToChannel('general', 'lunch', '@**Mia Member** come');
    const grouped = await mel.sendToChannel('general', 'lunch', '@*cooks* come');
    const inDirect = await direct('@**Mia Member** come');
    const ids = [mentionedByName, grouped, inDirect].sort();
    assert.deepEqual(await deliveredIds(), [ids, ids]);
    await markDone(lunch);
    await markDone(withMel);
  });
});

describe('mail about missed messages', async () => {
  const server = await startMissedMailServer();
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const withMel = { user_ids: [mel.userId] };
  const mails = async (seconds?: number): Promise<string> =>
    (await server.mailTo('mia@example.com', seconds)).map(({ text }) => text).join('\n');
  const put = () => mia.ok('POST', path, { ...withMel, until: nowSeconds() + HOUR });

  test('waits for the time of the conversation', async () => {
    await put();
    await mel.sendDirect([mia.userId], 'the menu');
    assert.equal(await mails(), '');
    assert.equal(await mails(HOUR - 60), '');
    assert.match(await mails(HOUR + 60), /the menu/);
  });

  test('is sent when the conversation is done early', async () => {
    await put();
    await mel.sendDirect([mia.userId], 'the dessert');
    assert.equal(await mails(), '');
    await mia.ok('DELETE', path, withMel);
    assert.match(await mails(), /the dessert/);
  });

  test('is sent about a mention at once', async () => {
    await put();
    await mel.sendDirect([mia.userId], '@**Mia Member** the coffee');
    assert.match(await mails(), /the coffee/);
  });
});
