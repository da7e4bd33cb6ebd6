// The unsubscribe link in mail about missed messages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sealUnsubscription, UNSUBSCRIBE_PATH } from '../../src/actions/missed-mail/unsubscribe.ts';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { PUBLIC_URL, startMissedMailServer, unsubscribeLink } from './missed-support.ts';

const server = await startMissedMailServer();
const [olive, mia] = await Promise.all([server.as('olive'), server.as('mia')]);

async function settingsOf(client: {
  registerQueue(): Promise<{ snapshot: { user_settings: Record<string, unknown> } }>;
}) {
  return (await client.registerQueue()).snapshot.user_settings;
}

describe('the unsubscribe link', () => {
  test('disables mail about direct messages and mentions by POST, not when it is only opened', async () => {
    const person = await newClient(server, { key: 'reader' });
    await mia.sendDirect([person.userId], 'hello');
    const [mail] = await server.mailTo('reader@example.com');
    const link = unsubscribeLink(mail);
    assert.ok(mail?.text?.includes(link));
    const { status, text } = await server.open(link);
    assert.equal(status, 200);
    assert.match(text, /Stop emails from Parley Demo about direct messages\?/);
    assert.equal((await settingsOf(person)).enable_offline_email_notifications, true);
    const [personEvents = []] = await expectFold([person], () => server.open(link, 'POST'));
    assert.deepEqual(
      personEvents
        .filter(({ type }) => type === 'user_settings')
        .map(({ property, value }) => [property, value]),
      [['enable_offline_email_notifications', false]],
    );
    await mia.sendDirect([person.userId], 'again');
    assert.deepEqual(await server.mailTo('reader@example.com'), []);
    assert.equal((await server.open(link, 'POST')).status, 200);
  });

  test('disables mail about followed topics', async () => {
    const person = await newClient(server, { key: 'follower' });
    const { id } = await olive.ok('POST', '/channels/create', {
      name: 'followed',
      subscribers: [person.userId, mia.userId],
    });
    await person.ok('POST', '/user_topics', { stream_id: id, topic: 'news', visibility_policy: 3 });
    await mia.sendToChannel('followed', 'news', 'one');
    const [mail] = await server.mailTo('follower@example.com');
    await server.open(unsubscribeLink(mail), 'POST');
    const settings = await settingsOf(person);
    assert.equal(settings.enable_followed_topic_email_notifications, false);
    assert.equal(settings.enable_offline_email_notifications, true);
    await mia.sendToChannel('followed', 'news', 'two');
    assert.deepEqual(await server.mailTo('follower@example.com'), []);
  });

  test('disables mail about one channel, even if all channels are mailed', async () => {
    const person = await newClient(server, { key: 'subscriber' });
    await person.ok('PATCH', '/settings', { enable_stream_email_notifications: true });
    const { id } = await olive.ok('POST', '/channels/create', {
      name: 'noisy',
      subscribers: [person.userId, mia.userId],
    });
    await olive.ok('POST', '/channels/create', {
      name: 'calm',
      subscribers: [person.userId, mia.userId],
    });
    await server.mailAfter();
    await mia.sendToChannel('noisy', 'x', 'one');
    const [mail] = await server.mailTo('subscriber@example.com');
    await server.open(unsubscribeLink(mail), 'POST');
    const { subscriptions } = await person.ok('GET', '/users/me/subscriptions');
    const noisy = subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === id);
    assert.equal(noisy.email_notifications, false);
    await mia.sendToChannel('noisy', 'x', 'two');
    await mia.sendToChannel('calm', 'x', 'three');
    const mails = await server.mailTo('subscriber@example.com');
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['#calm > x'],
    );
  });

  test('disables digests, and nothing else', async () => {
    const person = await newClient(server, { key: 'rare' });
    const { keyring } = server.server.services;
    const token = sealUnsubscription(keyring, {
      organizationId: 1,
      accountId: person.userId,
      reasons: ['digest'],
      channelId: undefined,
    });
    const link = `${PUBLIC_URL}${UNSUBSCRIBE_PATH}/${token}`;
    assert.match((await server.open(link)).text, /about what happened while you were away\?/);
    assert.equal((await server.open(link, 'POST')).status, 200);
    const settings = await settingsOf(person);
    assert.equal(settings.enable_digest_emails, false);
    assert.equal(settings.enable_offline_email_notifications, true);
  });

  test('shows its page in the person’s language', async () => {
    const person = await newClient(server, { key: 'leser' });
    await person.ok('PATCH', '/settings', { default_language: 'de' });
    await mia.sendDirect([person.userId], 'hallo');
    const [mail] = await server.mailTo('leser@example.com');
    assert.match((await server.open(unsubscribeLink(mail))).text, /Keine E-Mails von Parley Demo mehr/);
  });

  test('does nothing without a valid signature of this server', async () => {
    const person = await newClient(server, { key: 'victim' });
    await mia.sendDirect([person.userId], 'hello');
    const [mail] = await server.mailTo('victim@example.com');
    const link = unsubscribeLink(mail);
    const forged = [
      link.replace(`-${person.userId}-`, `-${mia.userId}-`),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      link.replace(/[^/]*$/, 'x'),
      link.replace(/[^/]*$/, ''),
    ];
    for (const one of forged) {
      assert.equal((await server.open(one)).status, 404);
      assert.equal((await server.open(one, 'POST')).status, 404);
    }
    assert.equal((await settingsOf(mia)).enable_offline_email_notifications, true);
    assert.equal((await settingsOf(person)).enable_offline_email_notifications, true);
  });
});
