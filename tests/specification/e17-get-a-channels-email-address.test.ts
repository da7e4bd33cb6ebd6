// E17: the email address of a channel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFor, newest, startMailServer } from '../mail/support.ts';
import { described, describedParameter } from './lookups.ts';
import { channelIdOf } from './reading.ts';

const server = await startMailServer();
const [olive, mel, mia, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('helper'),
]);
const general = await channelIdOf(mel, 'general');
const announcements = await channelIdOf(mel, 'announcements');
const pathOf = (channel: unknown) => `/streams/${channel}/email_address`;
const gateway: number = (await mel.registerQueue()).snapshot.cross_realm_bots.find(
  ({ email }: { email: string }) => email.startsWith('emailgateway@'),
).user_id;

/** The message that mail to an address becomes. */
async function postMail(address: string, subject: string) {
  await server.send({ to: address, subject, text: 'By mail' });
  return newest(mia);
}

test('E17.1 returns an address that posts to the channel', async () => {
  const answer = await mel.ok('GET', pathOf(general));
  assert.deepEqual(Object.keys(answer).sort(), ['email', 'msg', 'result']);
  const message = await postMail(answer.email, 'A letter');
  assert.deepEqual([message.stream_id, message.subject], [general, 'A letter']);
  assert.match(message.content, /By mail/);
});

test('E17.2 exists since level 226', async () => {
  assert.match((await described(mel, 'GET', pathOf('{stream_id}'))).description, /\b226\b/);
});

test('E17.3 uses the gateway bot by default and when it is named', async () => {
  for (const sender of [undefined, gateway]) {
    const message = await postMail(await addressFor(mel, general, sender), `From ${sender ?? 'nobody'}`);
    assert.equal(message.sender_id, gateway);
  }
});

test('E17.4 accepts the caller as sender', async () => {
  assert.match(await describedParameter(mel, ['GET', pathOf('{stream_id}'), 'sender_id']), /\b335\b/);
  const message = await postMail(await addressFor(mel, general, mel.userId), 'From me');
  assert.equal(message.sender_id, mel.userId);
});

test('E17.5 accepts a bot of the caller as sender', async () => {
  const message = await postMail(await addressFor(mel, general, helper.userId), 'From my bot');
  assert.equal(message.sender_id, helper.userId);
});

test('E17.6 rejects all other senders', async () => {
  for (const [client, sender_id] of [
    [mel, mia.userId],
    [mia, helper.userId],
    [mel, 999_999],
  ] as const) {
    await client.refused('GET', pathOf(general), { sender_id }, 'BAD_REQUEST', 'Invalid sender ID');
  }
});

test('E17.7 needs the permission to post', async () => {
  await mel.refused('GET', pathOf(announcements), {}, 'BAD_REQUEST', /permission to post/);
  assert.notEqual(await addressFor(olive, announcements), '');
});

test('E17.8 rejects a path without a number', async () => {
  await mel.refused('GET', pathOf('general'), {}, 'BAD_REQUEST', /stream_id/);
});
