// Typing notifications: who gets them, in which form, and who may send them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestCapabilities } from '../../client/capabilities.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mona, mel, mia, max, gus, helper] = await Promise.all([
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);

async function channelId(name: string): Promise<number> {
  const channel = [...(await server.server.services.hubs.upToDate(1)).state.channels.values()].find(
    (each) => each.name === name,
  );
  assert.ok(channel);
  return channel.id;
}

const general = await channelId('general');
const design = await channelId('design');
const leadership = await channelId('leadership');
const announcements = await channelId('announcements');
const person = (client: ApiClient) => ({ user_id: client.userId, email: client.email });
const byId = (a: { user_id: number }, b: { user_id: number }) => a.user_id - b.user_id;

describe('to people', () => {
  test('reaches the recipients and the sender, and no one else', async () => {
    const [miaListener, maxListener, melListener] = await Promise.all([
      mia.registerQueue(),
      max.registerQueue(),
      mel.registerQueue(),
    ]);
    await mel.ok('POST', '/typing', { op: 'start', to: [mia.userId] });
    const [{ id, ...event }] = await miaListener.eventsOf('typing');
    event.recipients.sort(byId);
    assert.ok(id > 0);
    assert.deepEqual(event, {
      type: 'typing',
      op: 'start',
      message_type: 'direct',
      sender: person(mel),
      recipients: [person(mel), person(mia)].sort(byId),
    });
    assert.equal((await melListener.eventsOf('typing')).length, 1);
    assert.deepEqual(await maxListener.eventsOf('typing'), []);
    await mel.ok('POST', '/typing', { op: 'stop', type: 'direct', to: [mia.userId] });
    assert.equal((await miaListener.eventsOf('typing'))[0].op, 'stop');
  });

  test('may be sent by bots, and channel parameters are ignored', async () => {
    const miaListener = await mia.registerQueue();
    await helper.ok('POST', '/typing', { op: 'start', to: [mia.userId], stream_id: general, topic: 'x' });
    const [event] = await miaListener.eventsOf('typing');
    assert.equal(event.message_type, 'direct');
    assert.equal(event.topic, undefined);
  });

  test('is refused without people, for unknown people and unknown operations', async () => {
    const refused = (parameters: Record<string, unknown>, message: string) =>
      mel.refused('POST', '/typing', { op: 'start', ...parameters }, 'BAD_REQUEST', message);
    await refused({}, "Missing 'to' argument");
    await refused({ to: [] }, "Empty 'to' list");
    await refused({ to: [99_999] }, 'Invalid user ID 99999');
    await refused({ to: mia.userId }, 'to is not a list');
    await refused({ type: 'private', to: [mia.userId] }, 'Invalid type');
    await mel.refused('POST', '/typing', { op: 'pause', to: [mia.userId] }, 'BAD_REQUEST', 'Invalid op');
  });
});

describe('to a channel', () => {
  test('reaches its subscribers whose client supports it', async () => {
    const old = { client_capabilities: { ...newestCapabilities, stream_typing_notifications: false } };
    const [miaListener, oldClient, gusListener] = await Promise.all([
      mia.registerQueue(),
      mia.registerQueue(old),
      gus.registerQueue(),
    ]);
    await mel.ok('POST', '/typing', { op: 'start', type: 'channel', stream_id: general, topic: ' plans ' });
    const [{ id, ...event }] = await miaListener.eventsOf('typing');
    assert.ok(id > 0);
    assert.deepEqual(event, {
      type: 'typing',
      op: 'start',
      message_type: 'stream',
      sender: person(mel),
      stream_id: general,
      topic: 'plans',
    });
    assert.deepEqual(await oldClient.eventsOf('typing'), []);
    assert.deepEqual(await gusListener.eventsOf('typing'), []);
  });

  test('names the empty topic for clients that do not know it', async () => {
    const old = { client_capabilities: { ...newestCapabilities, empty_topic_name: false } };
    const [miaListener, oldClient] = await Promise.all([mia.registerQueue(), mia.registerQueue(old)]);
    for (const topic of ['', '(no topic)', 'general chat']) {
      await mel.ok('POST', '/typing', { op: 'start', type: 'stream', stream_id: general, topic });
      assert.equal((await miaListener.eventsOf('typing'))[0].topic, '');
      assert.equal((await oldClient.eventsOf('typing'))[0].topic, 'general chat');
    }
  });

  test('is refused without a channel or topic, and without access to read or post', async () => {
    const refused = (client: ApiClient, parameters: Record<string, unknown>, message: string) =>
      client.refused(
        'POST',
        '/typing',
        { op: 'start', type: 'channel', ...parameters },
        'BAD_REQUEST',
        message,
      );
    await refused(mel, { topic: 'x' }, 'Missing channel ID');
    await refused(mel, { stream_id: general }, 'Missing topic');
    await refused(mel, { stream_id: 99_999, topic: 'x' }, 'Invalid channel ID');
    await refused(mel, { stream_id: leadership, topic: 'x' }, 'Invalid channel ID');
    await refused(gus, { stream_id: general, topic: 'x' }, 'Invalid channel ID');
    const refusalText = 'You do not have permission to post in this channel.';
    await refused(mel, { stream_id: announcements, topic: 'x' }, refusalText);
    await adam.ok('POST', '/typing', { op: 'start', type: 'channel', stream_id: announcements, topic: 'x' });
    await gus.ok('POST', '/typing', { op: 'start', type: 'channel', stream_id: design, topic: 'x' });
  });
});

describe('settings', () => {
  test('people who disabled receiving typing notifications get none', async () => {
    const monaListener = await mona.registerQueue();
    await mona.ok('PATCH', '/settings', { receives_typing_notifications: false });
    await mel.ok('POST', '/typing', { op: 'start', to: [mona.userId] });
    await mel.ok('POST', '/typing', { op: 'start', type: 'channel', stream_id: general, topic: 'x' });
    assert.deepEqual(await monaListener.eventsOf('typing'), []);
    await mona.ok('PATCH', '/settings', { receives_typing_notifications: true });
    const listener = await mona.registerQueue();
    await mel.ok('POST', '/typing', { op: 'start', to: [mona.userId] });
    assert.equal((await listener.eventsOf('typing')).length, 1);
  });

  test('people who disabled sending typing notifications are refused', async () => {
    await max.ok('PATCH', '/settings', {
      send_private_typing_notifications: false,
      send_stream_typing_notifications: false,
    });
    const direct = 'User has disabled typing notifications for direct messages';
    await max.refused('POST', '/typing', { op: 'start', to: [mia.userId] }, 'BAD_REQUEST', direct);
    const inChannels = 'User has disabled typing notifications for channel messages';
    const channel = { op: 'start', type: 'channel', stream_id: general, topic: 'x' };
    await max.refused('POST', '/typing', channel, 'BAD_REQUEST', inChannels);
    const channelMessage = await max.sendToChannel('general', 'x', 'y');
    const directMessage = await max.sendDirect([mia.userId], 'y');
    await max.refused(
      'POST',
      `/messages/${channelMessage}/typing`,
      { op: 'start' },
      'BAD_REQUEST',
      inChannels,
    );
    await max.refused('POST', `/messages/${directMessage}/typing`, { op: 'start' }, 'BAD_REQUEST', direct);
  });
});

describe('editing a message', () => {
  test('is sent to the subscribers of its channel', async () => {
    const id = await mel.sendToChannel('general', '', 'first');
    const old = { client_capabilities: { ...newestCapabilities, empty_topic_name: false } };
    const [miaListener, oldClient, gusListener] = await Promise.all([
      mia.registerQueue(),
      mia.registerQueue(old),
      gus.registerQueue(),
    ]);
    await mel.ok('POST', `/messages/${id}/typing`, { op: 'start' });
    const [event] = await miaListener.eventsOf('typing_edit_message');
    assert.deepEqual(
      { ...event, id: 0 },
      {
        id: 0,
        type: 'typing_edit_message',
        op: 'start',
        sender_id: mel.userId,
        message_id: id,
        recipient: { type: 'channel', channel_id: general, topic: '' },
      },
    );
    assert.equal((await oldClient.eventsOf('typing_edit_message'))[0].recipient.topic, 'general chat');
    assert.deepEqual(await gusListener.eventsOf('typing_edit_message'), []);
  });

  test('is sent to the participants of direct messages', async () => {
    const id = await mel.sendDirect([mia.userId], 'first');
    const [miaListener, maxListener] = await Promise.all([mia.registerQueue(), max.registerQueue()]);
    await mel.ok('POST', `/messages/${id}/typing`, { op: 'stop' });
    const [event] = await miaListener.eventsOf('typing_edit_message');
    assert.deepEqual(event.recipient, {
      type: 'direct',
      user_ids: [mel.userId, mia.userId].sort((a, b) => a - b),
    });
    assert.deepEqual(await maxListener.eventsOf('typing_edit_message'), []);
  });

  test('is refused for messages of others, and invisible ones', async () => {
    const channelMessage = await mel.sendToChannel('general', 'x', 'first');
    const directMessage = await mel.sendDirect([mia.userId], 'first');
    const path = (id: number) => `/messages/${id}/typing`;
    const message = "You don't have permission to edit this message";
    await mia.refused('POST', path(channelMessage), { op: 'start' }, 'BAD_REQUEST', message);
    await max.refused('POST', path(directMessage), { op: 'start' }, 'BAD_REQUEST', 'Invalid message(s)');
    await mel.refused('POST', path(999_999), { op: 'start' }, 'BAD_REQUEST', 'Invalid message(s)');
  });
});
