// The JavaScript library of this API family drives the server unchanged: send, fetch, register, receive.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import zulipInit from 'zulip-js';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

async function connect(name: 'mel' | 'mia') {
  const { email, apiKey } = await server.as(name);
  return zulipInit({ username: email, apiKey, realm: server.url });
}

test('sends to a channel and fetches it again', async () => {
  const mel = await connect('mel');
  const sent = await mel.messages.send({
    to: 'general',
    type: 'stream',
    subject: 'from a library',
    content: 'hello **there**',
  });
  assert.equal(sent.result, 'success', sent.msg);
  const fetched = await mel.messages.retrieve({
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: 'from a library' },
    ],
  });
  assert.equal(fetched.result, 'success', fetched.msg);
  assert.deepEqual(
    fetched.messages.map((message: { id: number; content: string }) => [message.id, message.content]),
    [[sent.id, '<p>hello <strong>there</strong></p>']],
  );
});

test('registers a queue and receives what happens', async () => {
  const [mel, mia] = [await connect('mel'), await connect('mia')];
  const queue = await mia.queues.register({ event_types: ['message'] });
  assert.equal(queue.result, 'success', queue.msg);
  const waiting = mia.events.retrieve({ queue_id: queue.queue_id, last_event_id: queue.last_event_id });
  const sent = await mel.messages.send({ to: ['mia@example.com'], type: 'private', content: 'just for you' });
  assert.equal(sent.result, 'success', sent.msg);
  const { events } = await waiting;
  assert.deepEqual(
    events.map((event: { message: { id: number } }) => event.message.id),
    [sent.id],
  );
  const ended = await mia.queues.deregister({ queue_id: queue.queue_id });
  assert.equal(ended.result, 'success', ended.msg);
});

test('lists people and channels, and edits, reacts and flags', async () => {
  const mel = await connect('mel');
  const users = await mel.users.retrieve();
  assert.ok(users.members.some((member: { email: string }) => member.email === 'mia@example.com'));
  const streams = await mel.streams.retrieve();
  assert.ok(streams.streams.some((stream: { name: string }) => stream.name === 'engineering'));
  const subscriptions = await mel.streams.subscriptions.retrieve();
  assert.ok(subscriptions.subscriptions.length >= 4);
  const sent = await mel.messages.send({ to: 'general', type: 'stream', subject: 'edits', content: 'first' });
  const edited = await mel.messages.update({ message_id: sent.id, content: 'second' });
  assert.equal(edited.result, 'success', edited.msg);
  const reacted = await mel.reactions.add({ message_id: sent.id, emoji_name: 'octopus' });
  assert.equal(reacted.result, 'success', reacted.msg);
  const flagged = await mel.messages.flags.add({ messages: [sent.id], flag: 'starred' });
  assert.deepEqual(flagged.messages, [sent.id], flagged.msg);
});
