// The purpose of the service: one simple use of each part.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videoCallConfiguration } from '../../src/integrations/calls/video-call-configuration.ts';
import { newClient } from '../access/support.ts';
import { Browser } from '../calls/browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startWebex } from '../calls/webex-stand-in.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { channelIdOf, flagsFor, messageFor, newestIds } from './reading.ts';

const webex = await startWebex();
const videoCalls = videoCallConfiguration({
  webex_client_id: CLIENT_ID,
  webex_client_secret: CLIENT_SECRET,
  webex_api_url: webex.apiUrl,
});
const server = await startTestServer({ videoCalls, incomingMail: { port: 0, domain: 'in.example.com' } });
webex.allow(`${server.url}/calls/webex/complete`);
const [olive, adam, mona, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const general = await channelIdOf(mel, 'general');
const administrators = [olive, adam];
const others = [mona, mel, gus, helper];

test('P.1 people and bots write to topics of channels and to each other', async () => {
  for (const sender of [mel, helper]) {
    const inChannel = await sender.sendToChannel('general', 'purpose', 'to the channel');
    const direct = await sender.sendDirect([mia.userId], 'to one person');
    assert.equal((await messageFor(mia, inChannel)).subject, 'purpose');
    assert.equal((await messageFor(mia, direct)).sender_id, sender.userId);
  }
});

test('P.2 a message is scheduled', async () => {
  for (const sender of [mel, helper, gus]) {
    const later = { type: 'direct', to: [mel.userId], content: 'later' };
    const body = { ...later, scheduled_delivery_timestamp: farFuture() };
    const { scheduled_message_id: id } = await sender.ok('POST', '/scheduled_messages', body);
    assert.ok(id > 0);
  }
});

test('P.3 a message is fetched and deleted', async () => {
  const id = await adam.sendToChannel('general', 'purpose', 'gone soon');
  assert.ok((await newestIds(mia)).includes(id));
  await adam.ok('DELETE', `/messages/${id}`);
  assert.ok(!(await newestIds(mia)).includes(id));
});

test('P.4 flags belong to one account', async () => {
  const id = await mel.sendToChannel('general', 'purpose', 'worth a star');
  await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  assert.ok((await flagsFor(mia, id)).includes('starred'));
  assert.ok(!(await flagsFor(mel, id)).includes('starred'));
});

test('P.5 a topic is muted and unmuted', async () => {
  const muted = async () => (await mel.registerQueue()).snapshot.muted_topics.length;
  const change = (op: string) =>
    mel.ok('PATCH', '/users/me/subscriptions/muted_topics', { stream_id: general, topic: 'purpose', op });
  await change('add');
  assert.equal(await muted(), 1);
  await change('remove');
  assert.equal(await muted(), 0);
});

test('P.6 users are listed, and everyone reads their own record', async () => {
  for (const reader of [mel, gus, helper]) {
    const { members } = await reader.ok('GET', '/users');
    assert.equal(members.length, 8);
    assert.equal((await reader.ok('GET', '/users/me')).user_id, reader.userId);
  }
});

test('P.7 everyone sets their status and profile data', async () => {
  await mel.ok('POST', '/users/me/status', { status_text: 'in a meeting' });
  assert.equal((await mia.ok('GET', `/users/${mel.userId}/status`)).status.status_text, 'in a meeting');
  const { custom_fields: fields } = await mel.ok('GET', '/realm/profile_fields');
  const { id } = fields[0];
  await mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: 'MEL' }] });
  assert.equal((await mel.ok('GET', '/users/me')).profile_data[id].value, 'MEL');
});

test('P.8 subscribed channels are listed, and a channel has an email address', async () => {
  const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions');
  assert.ok(subscriptions.some(({ name }: { name: string }) => name === 'engineering'));
  const { email } = await mel.ok('GET', `/streams/${general}/email_address`);
  assert.match(email, /@/);
});

test('P.9 a navigation view is changed', async () => {
  await mel.ok('POST', '/navigation_views', { fragment: 'inbox', is_pinned: true });
  await mel.ok('PATCH', '/navigation_views/inbox', { is_pinned: false });
  const { navigation_views: views } = await mel.ok('GET', '/navigation_views');
  assert.deepEqual(views, [{ fragment: 'inbox', is_pinned: false }]);
});

test('P.10 a test notification is requested', async () => {
  await mel.refused('POST', '/mobile_push/e2ee/test_notification', {}, 'NO_ACTIVE_PUSH_DEVICE');
});

test('P.11 a video call is created', async () => {
  const basic = { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` };
  await new Browser(basic).open(`${server.url}/calls/webex/register`);
  const { url } = await mel.ok('POST', '/calls/vendor/create');
  assert.ok(URL.canParse(url));
});

test('P.12 linkifiers are read', async () => {
  for (const reader of [mel, gus, helper]) {
    assert.equal((await reader.ok('GET', '/realm/linkifiers')).linkifiers.length, 2);
  }
});

test('P.13 only administrators create custom profile fields', async () => {
  for (const [index, client] of administrators.entries()) {
    await client.ok('POST', '/realm/profile_fields', { name: `Field ${index}`, field_type: 1 });
  }
  for (const client of others) {
    await client.refused(
      'POST',
      '/realm/profile_fields',
      { name: 'X', field_type: 1 },
      'UNAUTHORIZED_PRINCIPAL',
    );
  }
});

test('P.14 only administrators change the default settings', async () => {
  const path = '/realm/user_settings_defaults';
  for (const client of administrators) await client.ok('PATCH', path, { enter_sends: true });
  for (const client of others)
    await client.refused('PATCH', path, { enter_sends: true }, 'UNAUTHORIZED_PRINCIPAL');
});

test('P.15 only administrators change other people’s names and statuses', async () => {
  for (const client of administrators) {
    await client.ok('PATCH', `/users/${mia.userId}`, { full_name: 'Mia M.' });
    await client.ok('POST', `/users/${mia.userId}/status`, { status_text: 'set by an administrator' });
  }
  for (const client of others) {
    await client.refused('PATCH', `/users/${mia.userId}`, { full_name: 'X' }, 'BAD_REQUEST');
    await client.refused('POST', `/users/${mia.userId}/status`, { status_text: 'x' }, 'BAD_REQUEST');
  }
});

test('P.16 only administrators deactivate other accounts', async () => {
  const target = await newClient(server, { key: 'leaving' });
  for (const client of others) {
    if (client !== mel) await client.refused('DELETE', `/users/${mel.userId}`, {}, 'BAD_REQUEST');
    await client.refused('DELETE', `/users/${target.userId}`, {}, 'BAD_REQUEST');
  }
  await adam.ok('DELETE', `/users/${target.userId}`);
  const second = await newClient(server, { key: 'second' });
  await olive.ok('DELETE', `/users/${second.userId}`);
});

test('P.17 only administrators delete topics', async () => {
  const path = `/streams/${general}/delete_topic`;
  for (const client of others) {
    await client.refused('POST', path, { topic_name: 'purpose' }, 'UNAUTHORIZED_PRINCIPAL');
  }
  for (const client of administrators) {
    const id = await mel.sendToChannel('general', 'purpose', 'doomed');
    await client.ok('POST', path, { topic_name: 'purpose' });
    assert.ok(!(await newestIds(mel)).includes(id));
  }
});

test('P.18 only owners manage allowed domains', async () => {
  const domain = { domain: 'purpose.example', allow_subdomains: false };
  for (const client of [adam, ...others])
    await client.refused('POST', '/realm/domains', domain, 'UNAUTHORIZED_PRINCIPAL');
  await olive.ok('POST', '/realm/domains', domain);
});
