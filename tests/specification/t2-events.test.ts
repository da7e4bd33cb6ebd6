// Events in the specification.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videoCallConfiguration } from '../../src/integrations/calls/video-call-configuration.ts';
import { Browser } from '../calls/browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startWebex } from '../calls/webex-stand-in.ts';
import { startTestServer } from '../support/server.ts';
import { channelIdOf } from './reading.ts';

const vendor = await startWebex();
const server = await startTestServer({
  videoCalls: videoCallConfiguration({
    webex_client_id: CLIENT_ID,
    webex_client_secret: CLIENT_SECRET,
    webex_api_url: vendor.apiUrl,
  }),
});
vendor.allow(`${server.url}/calls/webex/complete`);
const [adam, mel, mia] = await Promise.all([server.as('adam'), server.as('mel'), server.as('mia')]);
const general = await channelIdOf(mel, 'general');

/** A new channel with an older and a newer topic; returns the channel and the messages. */
async function channelWithTwoTopics(name: string) {
  const subscribers = [adam.userId, mel.userId];
  const { id } = await adam.ok('POST', '/channels/create', { name, subscribers, announce: false });
  await adam.ok('POST', `/streams/${id}/delete_topic`, { topic_name: 'channel events' });
  return {
    id,
    older: await mel.sendToChannel(name, 'older', 'one'),
    newer: await mel.sendToChannel(name, 'newer', 'two'),
  };
}

for (const isOn of [true, false]) {
  test(`V.1 typing is ${isOn ? '' : 'not '}delivered to people who have it switched ${isOn ? 'on' : 'off'}`, async () => {
    await mia.ok('PATCH', '/settings', { receives_typing_notifications: isOn });
    const listener = await mia.registerQueue();
    await mel.ok('POST', '/typing', { op: 'start', to: [mia.userId] });
    await mel.ok('POST', '/typing', { op: 'start', type: 'channel', stream_id: general, topic: 'typing' });
    const typingTypes = (await listener.eventsOf('typing')).map(({ message_type }) => message_type);
    assert.deepEqual(typingTypes, isOn ? ['direct', 'stream'] : []);
  });
}

test('V.2 deleting a topic with the oldest message changes first_message_id', async () => {
  const { id, newer } = await channelWithTwoTopics('first goes');
  const listener = await mel.registerQueue();
  await adam.ok('POST', `/streams/${id}/delete_topic`, { topic_name: 'older' });
  const [event] = await listener.eventsOf('stream');
  assert.deepEqual(
    [event.op, event.stream_id, event.property, event.value],
    ['update', id, 'first_message_id', newer],
  );
});

test('V.3 deleting a topic without the oldest message does not change it', async () => {
  const { id } = await channelWithTwoTopics('first stays');
  const listener = await mel.registerQueue();
  await adam.ok('POST', `/streams/${id}/delete_topic`, { topic_name: 'newer' });
  assert.deepEqual(await listener.eventsOf('stream'), []);
});

test('V.4 access to the provider is reported by an event', async () => {
  const listener = await mel.registerQueue({ client: 'my-program' });
  const browser = new Browser({ authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` });
  await browser.open(`${server.url}/calls/webex/register`);
  const [event] = await listener.eventsOf('has_vendor_token');
  assert.equal(event.value, true);
});

test('V.5 drafts are deleted without an event when storage is turned off', async () => {
  const draft = { type: 'private', to: [mel.userId], topic: '', content: 'not yet' };
  await mia.ok('POST', '/drafts', { drafts: [draft] });
  const listener = await mia.registerQueue();
  await mia.ok('PATCH', '/settings', { enable_drafts_synchronization: false });
  await mia.ok('PATCH', '/settings', { enable_drafts_synchronization: true });
  assert.deepEqual((await mia.ok('GET', '/drafts')).drafts, []);
  assert.deepEqual(await listener.eventsOf('drafts'), []);
});
