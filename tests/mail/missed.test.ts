// Mail about missed messages: who gets it, when, and what it contains.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { foundOrganization } from '../../src/actions/organizations/found.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { header, PUBLIC_URL, startMissedMailServer } from './missed-support.ts';

const server = await startMissedMailServer();
const [olive, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const MEL = 'mel@example.com';
let channels = 0;

/** A separate channel for one test. */
async function channelOf(...people: readonly ApiClient[]): Promise<{ id: number; name: string }> {
  const name = `missed ${++channels}`;
  const { id } = await olive.ok('POST', '/channels/create', {
    name,
    subscribers: people.map(({ userId }) => userId),
  });
  return { id, name };
}

function setProperty(client: ApiClient, stream_id: number, property: string, value: boolean) {
  return client.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property, value }],
  });
}

function settings(client: ApiClient, values: Record<string, unknown>): Promise<unknown> {
  return client.ok('PATCH', '/settings', values);
}

describe('an unread direct message', () => {
  test('is mailed after the collecting time, with its text and a link into the conversation', async () => {
    const id = await mia.sendDirect([mel.userId], 'See **this** at [home](/help/)');
    assert.deepEqual(await server.mailTo(MEL, 30), []);
    const [mail, ...more] = await server.mailTo(MEL);
    assert.deepEqual(more, []);
    const { full_name } = await mia.ok('GET', '/users/me');
    assert.equal(mail?.subject, `DMs with ${full_name}`);
    assert.match(mail.text ?? '', /See this at home/);
    const people = [mel.userId, mia.userId].sort((a, b) => a - b).join(',');
    assert.ok(mail.text?.includes(`${PUBLIC_URL}/#narrow/dm/${people}-dm/near/${id}`));
    assert.match(mail.html ?? '', /See <strong>this<\/strong>/);
    assert.ok(mail.html?.includes(`href="${PUBLIC_URL}/help/"`));
    assert.match(mail.text ?? '', /Replies to this email are not read/);
    assert.equal(header(mail, 'reply-to'), undefined);
    assert.deepEqual(await server.mailTo(MEL), []);
  });

  test('is not mailed to people who have read it in the meantime', async () => {
    const id = await mia.sendDirect([mel.userId], 'read in time');
    await server.mailAfter(1);
    await mel.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    assert.deepEqual(await server.mailAfter(), []);
  });

  test('is not mailed once it is deleted', async () => {
    const id = await olive.sendDirect([mel.userId], 'never mind');
    await server.mailAfter(1);
    await olive.ok('DELETE', `/messages/${id}`);
    assert.deepEqual(await server.mailAfter(), []);
  });

  test('is not mailed to people who have been active since', async () => {
    const person = await newClient(server, { key: 'active' });
    await mia.sendDirect([person.userId], 'you see this');
    await server.mailAfter(1);
    // In the next second, to be certainly after the message.
    const { state } = await server.server.services.hubs.upToDate(1);
    state.presence.overwrite(person.userId, { activeAt: Math.floor(Date.now() / 1000) + 1, idleAt: null });
    assert.deepEqual(await server.mailTo('active@example.com', 3600), []);
  });

  test('waits until a previously active person is idle', async () => {
    const person = await newClient(server, { key: 'leaving' });
    const { state } = await server.server.services.hubs.upToDate(1);
    const id = await mia.sendDirect([person.userId], 'as you went');
    const { message } = await mia.ok('GET', `/messages/${id}`);
    state.presence.overwrite(person.userId, { activeAt: message.timestamp, idleAt: message.timestamp });
    assert.deepEqual(await server.mailTo('leaving@example.com', 130), []);
    const [mail] = await server.mailTo('leaving@example.com', 160);
    assert.match(mail?.text ?? '', /as you went/);
  });

  test('is not mailed to people who disabled it, or muted the sender', async () => {
    const off = await newClient(server, { key: 'off' });
    await settings(off, { enable_offline_email_notifications: false });
    const muting = await newClient(server, { key: 'muting' });
    await muting.ok('POST', `/users/me/muted_users/${mia.userId}`);
    for (const person of [off, muting]) await mia.sendDirect([person.userId], 'unwanted');
    assert.deepEqual(await server.mailAfter(), []);
  });

  test('is not mailed if the setting is disabled while it is collected', async () => {
    const person = await newClient(server, { key: 'changing' });
    await mia.sendDirect([person.userId], 'too late');
    await server.mailAfter(1);
    await settings(person, { enable_offline_email_notifications: false });
    assert.deepEqual(await server.mailAfter(), []);
  });
});

describe('several messages', () => {
  test('of one conversation are in one mail, each conversation in its own', async () => {
    const person = await newClient(server, { key: 'busy' });
    await mia.sendDirect([person.userId], 'first');
    await max.sendDirect([person.userId, mia.userId], 'to both');
    await mia.sendDirect([person.userId], 'second');
    const mails = await server.mailTo('busy@example.com');
    assert.equal(mails.length, 2);
    const both = mails.find(({ subject }) => subject?.startsWith('Group'));
    const direct = mails.find(({ subject }) => subject?.startsWith('DMs'));
    assert.match(both?.subject ?? '', /^Group DMs with .+ and .+$/);
    assert.match(direct?.text ?? '', /first[\s\S]*second/);
  });

  test('wait for the time that the person chose', async () => {
    const person = await newClient(server, { key: 'patient' });
    await settings(person, { email_notifications_batching_period_seconds: 3600 });
    await mia.sendDirect([person.userId], 'one');
    assert.deepEqual(await server.mailTo('patient@example.com', 3500), []);
    await mia.sendDirect([person.userId], 'two');
    const [mail] = await server.mailTo('patient@example.com', 3700);
    assert.match(mail?.text ?? '', /one[\s\S]*two/);
  });
});

describe('channel messages', () => {
  test('that mention a person are mailed with earlier messages of the topic', async () => {
    const { id, name } = await channelOf(mel, mia, max);
    await max.sendToChannel(name, 'lunch', 'where shall we go?');
    // A mention follows the topic; earlier messages are collected before that.
    await server.mailAfter(1);
    const message = await mia.sendToChannel(
      name,
      'lunch',
      `@**${(await mel.ok('GET', '/users/me')).full_name}** you choose`,
    );
    // The other followers of the topic get their own mail.
    const [mail, ...more] = await server.mailTo(MEL);
    assert.deepEqual(more, []);
    assert.equal(mail?.subject, `#${name} > lunch`);
    assert.match(mail.text ?? '', /Earlier[\s\S]*where shall we go[\s\S]*you choose/);
    assert.ok(mail.text?.includes(`${PUBLIC_URL}/#narrow/channel/${id}-`));
    assert.ok(mail.text?.includes(`/near/${message}`));
  });

  test('with wildcard mentions are mailed unless a setting of the person or channel disables it', async () => {
    const person = await newClient(server, { key: 'deaf' });
    await settings(person, { wildcard_mentions_notify: false });
    const { id, name } = await channelOf(mel, mia, max, person);
    const data = [{ stream_id: id, property: 'wildcard_mentions_notify', value: false }];
    await max.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
    await mia.sendToChannel(name, 'all', '@**all** come');
    const mails = await server.mailAfter();
    const to = mails.flatMap((mail) => mail.to?.map(({ address }) => address));
    assert.ok(to.includes(MEL));
    assert.ok(!to.includes('max@example.com'));
    assert.ok(!to.includes('deaf@example.com'));
    assert.ok(!to.includes('mia@example.com'));
  });

  test('are mailed to people with mail for the channel, and to followers of the topic, but not to others', async () => {
    const { id, name } = await channelOf(mel, mia, max, olive);
    const data = [{ stream_id: id, property: 'email_notifications', value: true }];
    await mel.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
    const topic = { stream_id: id, topic: 'news', visibility_policy: 3 };
    await max.ok('POST', '/user_topics', topic);
    await mia.sendToChannel(name, 'news', 'what is new');
    await mia.sendToChannel(name, 'other', 'what is other');
    const mails = await server.mailAfter();
    const subjects = (address: string) =>
      mails
        .filter(({ to }) => to?.[0]?.address === address)
        .map(({ subject }) => subject)
        .sort();
    assert.deepEqual(subjects(MEL), [`#${name} > news`, `#${name} > other`]);
    assert.deepEqual(subjects('max@example.com'), [`#${name} > news`]);
    assert.equal(mails.length, 3);
    await mel.ok('POST', '/user_topics', { stream_id: id, topic: 'news', visibility_policy: 1 });
    await mia.sendToChannel(name, 'news', 'muted by one');
    assert.deepEqual(await server.mailTo(MEL), []);
  });

  test('are not mailed if topic or channel are muted while they are collected', async () => {
    const [one, other] = [await channelOf(mel, mia), await channelOf(mel, mia)];
    for (const { id } of [one, other]) await setProperty(mel, id, 'email_notifications', true);
    await mel.ok('POST', '/user_topics', { stream_id: other.id, topic: 'followed', visibility_policy: 3 });
    for (const topic of ['x', 'unfollowed']) await mia.sendToChannel(one.name, topic, 'too much');
    await mia.sendToChannel(other.name, 'y', 'too much');
    await mia.sendToChannel(other.name, 'followed', 'still wanted');
    await server.mailAfter(1);
    await mel.ok('POST', '/user_topics', { stream_id: one.id, topic: 'x', visibility_policy: 1 });
    await mel.ok('POST', '/user_topics', { stream_id: one.id, topic: 'unfollowed', visibility_policy: 1 });
    await setProperty(mel, other.id, 'is_muted', true);
    const mails = await server.mailTo(MEL);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [`#${other.name} > followed`],
    );
  });

  test('that newly mention people after an edit are mailed to them', async () => {
    const { id: channelId, name } = await channelOf(mel, mia, max, olive);
    // Olive is mailed about all messages of the channel, and about none of them again after an edit.
    await setProperty(olive, channelId, 'email_notifications', true);
    const [first, second] = await Promise.all(
      [mel, max].map(async (client) => `@**${(await client.ok('GET', '/users/me')).full_name}**`),
    );
    const id = await mia.sendToChannel(name, 'edited', `hello ${first}`);
    assert.equal((await server.mailTo(MEL)).length, 1);
    await mia.ok('PATCH', `/messages/${id}`, { content: `hello ${first} and ${second}` });
    const mails = await server.mailAfter();
    assert.deepEqual(
      mails.map(({ to }) => to?.[0]?.address),
      ['max@example.com'],
    );
    await mia.ok('PATCH', `/messages/${id}`, { content: `hello ${first} and ${second}, again` });
    assert.deepEqual(await server.mailAfter(), []);
  });

  test('of a resolved topic are marked as such', async () => {
    const { id, name } = await channelOf(mel, mia);
    const data = [{ stream_id: id, property: 'email_notifications', value: true }];
    await mel.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
    await mia.sendToChannel(name, '✔ done', 'all good');
    const [mail] = await server.mailTo(MEL);
    assert.equal(mail?.subject, `[resolved] #${name} > done`);
  });

  test('are not mailed to people who can no longer read them', async () => {
    const { id } = await olive.ok('POST', '/channels/create', {
      name: 'missed secret',
      subscribers: [mel.userId, mia.userId],
      invite_only: true,
    });
    const data = [{ stream_id: id, property: 'email_notifications', value: true }];
    await mel.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
    await server.mailAfter();
    await mia.sendToChannel('missed secret', 'x', 'hush');
    await server.mailAfter(1);
    await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['missed secret'] });
    assert.deepEqual(await server.mailAfter(), []);
  });
});

describe('a mail about missed messages', () => {
  test('hides the content of spoilers', async () => {
    await mia.sendDirect([mel.userId], '```spoiler the end\nthe butler\n```');
    const [mail] = await server.mailTo(MEL);
    assert.match(mail?.text ?? '', /the end/);
    assert.ok(!`${mail?.text}${mail?.html}`.includes('butler'));
  });

  test('has absolute addresses in its links, and leaves similar text unchanged', async () => {
    await mia.sendDirect([mel.userId], '[map](/map) with href="/map"');
    const [mail] = await server.mailTo(MEL);
    assert.match(mail?.html ?? '', /<a href="https?:[^"]+\/map">map<\/a> with href="\/map"/);
  });

  test('shows no content if the person or the organization disabled it', async () => {
    await settings(mel, { message_content_in_email_notifications: false });
    await mia.sendDirect([mel.userId], 'confidential');
    const [own] = await server.mailTo(MEL);
    await settings(mel, { message_content_in_email_notifications: true });
    await olive.ok('PATCH', '/realm', { message_content_allowed_in_email_notifications: false });
    await mia.sendDirect([mel.userId], 'confidential');
    const [organizations] = await server.mailTo(MEL);
    await olive.ok('PATCH', '/realm', { message_content_allowed_in_email_notifications: true });
    const name = (await mia.ok('GET', '/users/me')).full_name;
    for (const mail of [own, organizations]) {
      assert.equal(mail?.subject, 'New messages');
      const all = `${mail?.text}${mail?.html}`;
      assert.ok(!all.includes('confidential') && !all.includes(name) && !all.includes('#narrow'));
    }
    assert.match(own?.text ?? '', /you turned off message content/);
    assert.match(organizations?.text ?? '', /your organization/);
  });

  test('names the organization if the person wants that', async () => {
    await settings(mel, { realm_name_in_email_notifications_policy: 2 });
    await mia.sendDirect([mel.userId], 'named');
    const [mail] = await server.mailTo(MEL);
    assert.match(mail?.subject ?? '', / \[Parley Demo\]$/);
    await settings(mel, { realm_name_in_email_notifications_policy: 1 });
  });

  test('is in the person’s language', async () => {
    for (const [language, words] of [
      ['de', /^Direktnachrichten mit /],
      ['fr', /^Messages directs avec /],
      ['es', /^Mensajes directos con /],
      ['sv', /^DMs with /],
    ] as const) {
      await settings(mel, { default_language: language });
      await mia.sendDirect([mel.userId], 'hello');
      const [mail] = await server.mailTo(MEL);
      assert.match(mail?.subject ?? '', words);
    }
    await settings(mel, { default_language: 'en' });
  });
});

test('bots, senders and deactivated people get no mail', async () => {
  const helper = await server.as('helper');
  const person = await newClient(server, { key: 'gone' });
  await mia.sendDirect([helper.userId], 'beep');
  await mia.sendDirect([mia.userId], 'to myself');
  await mia.sendDirect([person.userId], 'farewell');
  await server.mailAfter(1);
  await olive.ok('DELETE', `/users/${person.userId}`);
  assert.deepEqual(await server.mailAfter(), []);
});

test('messages collected before a server stopped are mailed by the next one, once', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const databaseUrl = await freshDatabase();
  const first = await startMissedMailServer({ dataDirectory, databaseUrl });
  const [one, other] = await Promise.all([first.as('mia'), first.as('mel')]);
  await one.sendDirect([other.userId], 'before the end');
  assert.deepEqual(await first.mailAfter(1), []);
  await one.sendDirect([other.userId], 'not looked at yet');
  await first.close();
  const second = await startMissedMailServer({ dataDirectory, databaseUrl, isDemo: false });
  const [mail, ...more] = await second.mailAfter();
  assert.match(mail?.text ?? '', /before the end[\s\S]*not looked at yet/);
  assert.deepEqual(more, []);
  assert.deepEqual(await second.mailAfter(), []);
  await second.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test('missed mail does not keep an idle organization in memory', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const databaseUrl = await freshDatabase();
  const first = await startMissedMailServer({ dataDirectory, databaseUrl });
  const { database, keyring } = first.server.services;
  const { organizationId } = await foundOrganization(database, keyring, {
    name: 'Quiet',
    host: 'quiet.example',
    ownerEmail: 'quentin@quiet.example',
    ownerName: 'Quentin Quiet',
    password: 'a rather long pass phrase',
  });
  await first.mailAfter();
  const writer = await first.as('mia');
  await first.close();
  const second = await startMissedMailServer({ dataDirectory, databaseUrl, isDemo: false });
  const writerAtSecond = second.client(writer.email, writer.apiKey, writer.userId);
  await writerAtSecond.sendDirect([mel.userId], 'somebody writes elsewhere');
  assert.equal((await second.mailAfter()).length, 1);
  const loadedHubs = await second.server.services.hubs.loadedHubs();
  assert.ok(!loadedHubs.some(({ id }) => id === organizationId));
  await second.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test('the welcome message is not mailed to new people', async () => {
  const adam = await server.as('adam');
  await grant(server, adam, { can_create_users: 1 });
  await adam.ok('POST', '/users', {
    email: 'nina@example.com',
    full_name: 'Nina New',
    password: 'a rather long pass phrase',
  });
  assert.deepEqual(await server.mailTo('nina@example.com'), []);
});

test('one of several servers on a database sends each mail', { skip: !testDatabaseUrl }, async () => {
  const first = await startMissedMailServer();
  const second = await startMissedMailServer({ databaseUrl: first.databaseUrl });
  const [one, other] = await Promise.all([first.as('mia'), first.as('mel')]);
  for (let count = 0; count < 5; count++) await one.sendDirect([other.userId], `number ${count}`);
  const mails = (await Promise.all([first.mailAfter(), second.mailAfter()])).flat();
  const later = (await Promise.all([first.mailAfter(), second.mailAfter()])).flat();
  assert.equal(mails.length + later.length, 1);
});
