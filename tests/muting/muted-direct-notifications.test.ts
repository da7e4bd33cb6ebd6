// Messages of a muted direct conversation notify on phones, in browsers and by mail only if they mention the person.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { runPushJobs } from '../push/notified-person.ts';
import { Phone } from '../push/phone.ts';
import { startPushTest } from '../push/support.ts';
import type { Json } from '../support/client.ts';
import { startPushService, subscribe } from '../web-push/push-service.ts';
import { mute, unmute } from './mute-direct.ts';

describe('a muted direct conversation', async () => {
  const service = await startPushService();
  const { server, relay, google } = await startPushTest({ webhookTargets: [service.url] });
  const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
  const phone = new Phone(mia, relay.publicKey, 'fcm');
  await phone.register();
  const { receiver } = await subscribe(mia, service.endpoint('mia'));
  await olive.ok('POST', '/user_groups/create', { name: 'cooks', description: '', members: [mia.userId] });
  const trio = [mel.userId, mia.userId, olive.userId];
  const send = (text: string) => mel.sendDirect([mia.userId, olive.userId], text);

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

  // The notice of the new group.
  await deliveredIds();

  test('does not notify on phones and in browsers; another conversation with its people does', async () => {
    await mute(mia, trio);
    await send('lunch?');
    const id = await mel.sendDirect([mia.userId], 'hello');
    assert.deepEqual(await deliveredIds(), [[id], [id]]);
    await unmute(mia, trio);
    const next = await send('and now?');
    assert.deepEqual(await deliveredIds(), [[next], [next]]);
  });

  test('notifies of mentions by name and through a group', async () => {
    await mute(mia, trio);
    const mentionedByName = await send('@**Mia Member** come');
    const grouped = await send('@*cooks* come');
    const ids = [mentionedByName, grouped].sort();
    assert.deepEqual(await deliveredIds(), [ids, ids]);
    await unmute(mia, trio);
  });
});

describe('mail about a muted direct conversation', async () => {
  const server = await startMissedMailServer();
  const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
  const trio = [mel.userId, mia.userId, olive.userId];
  const mails = async (): Promise<string> =>
    (await server.mailTo('mia@example.com')).map(({ text }) => text).join('\n');
  const send = (text: string) => mel.sendDirect([mia.userId, olive.userId], text);

  test('is sent about mentions only', async () => {
    await mute(mia, trio);
    await send('the menu');
    assert.equal(await mails(), '');
    await send('@**Mia Member** the coffee');
    const text = await mails();
    assert.match(text, /the coffee/);
    assert.doesNotMatch(text, /the menu/);
    await unmute(mia, trio);
  });

  test('is not sent about what was written before it was muted, except about mentions', async () => {
    await send('the dessert');
    await send('@**Mia Member** the bill');
    await mute(mia, trio);
    const text = await mails();
    assert.match(text, /the bill/);
    assert.doesNotMatch(text, /the dessert/);
  });
});
