// Sending messages: who receives them, in which form, and who may not send them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

test('a message to a channel reaches its subscribers and no one else', async () => {
  const [mel, mia, gus] = await Promise.all([server.as('mel'), server.as('mia'), server.as('gus')]);
  const [miaListener, gusListener] = await Promise.all([mia.registerQueue(), gus.registerQueue()]);
  const id = await mel.sendToChannel('engineering', 'queues', 'they are **cursors**');
  const [event] = await miaListener.eventsOf('message');
  assert.equal(event.message.id, id);
  assert.equal(event.message.content, '<p>they are <strong>cursors</strong></p>');
  assert.equal(event.message.subject, 'queues');
  assert.equal(event.message.display_recipient, 'engineering');
  assert.deepEqual(event.flags, []);
  assert.deepEqual(await gusListener.eventsOf('message'), []);
});

test('the sender’s own queue gets the local id, and a client for people marks the message read', async () => {
  const mel = await server.as('mel');
  const ownQueue = await mel.registerQueue();
  const { id } = await mel.call('send-message', {
    type: 'channel',
    to: 'general',
    topic: 'echo',
    content: 'hello',
    queue_id: ownQueue.queueId,
    local_id: '17.05',
  });
  const [event] = await ownQueue.eventsOf('message');
  assert.equal(event.message.id, id);
  assert.equal(event.local_message_id, '17.05');
  assert.deepEqual(event.flags, ['read']);
});

test('a direct mention flags the message for the mentioned person', async () => {
  const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
  const [miaListener, maxListener] = await Promise.all([mia.registerQueue(), max.registerQueue()]);
  await mel.sendToChannel('general', 'mentions', 'look, @**Mia Member**');
  assert.deepEqual((await miaListener.eventsOf('message'))[0].flags, ['mentioned']);
  assert.deepEqual((await maxListener.eventsOf('message'))[0].flags, []);
});

test('a direct message reaches its recipients', async () => {
  const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
  const [miaListener, maxListener] = await Promise.all([mia.registerQueue(), max.registerQueue()]);
  await mel.sendDirect([mia.userId], 'just for you');
  const [event] = await miaListener.eventsOf('message');
  assert.equal(event.message.type, 'private');
  assert.deepEqual(
    event.message.display_recipient.map((person: { id: number }) => person.id),
    [mel.userId, mia.userId].sort((a, b) => a - b),
  );
  assert.deepEqual(await maxListener.eventsOf('message'), []);
});

test('a channel message without a topic is refused, naming the missing parameter', async () => {
  const mel = await server.as('mel');
  const values = { type: 'channel', to: 'general', content: 'x' };
  await mel.refused('POST', '/messages', values, 'BAD_REQUEST', 'Missing topic');
});

test('only administrators can post to announcements', async () => {
  const [mel, adam] = await Promise.all([server.as('mel'), server.as('adam')]);
  const refusedMessage = { type: 'channel', to: 'announcements', topic: 'news', content: 'hi' } as const;
  await mel.refused(
    'POST',
    '/messages',
    refusedMessage,
    'BAD_REQUEST',
    'You do not have permission to post in this channel.',
  );
  await adam.call('send-message', refusedMessage);
});

test('an unknown channel is named in the error', async () => {
  const mel = await server.as('mel');
  const body = await mel.refused(
    'POST',
    '/messages',
    { type: 'channel', to: 'nowhere', topic: 'x', content: 'y' },
    'STREAM_DOES_NOT_EXIST',
    "Channel 'nowhere' does not exist",
  );
  assert.equal(body.stream, 'nowhere');
});

test('the answer links to the message for any conversation name', async () => {
  const mel = await server.as('mel');
  const send = (topic: string) =>
    mel.call('send-message', { type: 'channel', to: 'general', topic, content: 'x' });
  const plain = await send('lunch');
  assert.equal(plain.message_link, `[#general > lunch @ 💬](${plain.message_url})`);
  const odd = await send('a [b] `c` *d*');
  assert.equal(
    odd.message_link,
    `[#general > a &#91;b&#93; &#96;c&#96; &#42;d&#42; @ 💬](${odd.message_url})`,
  );
  const { rendered } = await mel.call('render-message', { content: odd.message_link });
  // One link with the whole label, which browsers show as written.
  assert.match(rendered, /^<p><a [^>]*>#general &gt; a &#91;b&#93; &#96;c&#96; &#42;d&#42; @ 💬<\/a><\/p>$/);
  const unnamed = await send('');
  assert.equal(unnamed.message_link, `[#general > general chat @ 💬](${unnamed.message_url})`);
  const direct = await mel.call('send-message', { type: 'direct', to: [mel.userId], content: 'x' });
  assert.equal(direct.message_link, direct.message_url);
});

test('null bytes are refused with a specific error', async () => {
  const mel = await server.as('mel');
  const message = { type: 'channel', to: 'general', topic: 'plans', content: 'a\0b' };
  await mel.refused('POST', '/messages', message, 'BAD_REQUEST', 'Message must not contain null bytes');
});
