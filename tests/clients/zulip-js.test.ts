// Zulip's JavaScript library drives the unmodified server: send, fetch, register, receive.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zulipInit from 'zulip-js';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { clientFolder, credentialsFile } from './credentials.ts';

const server = await startTestServer();
const run = promisify(execFile);

async function connect(name: 'mel' | 'mia' | 'olive') {
  const { email, apiKey } = await server.as(name);
  return zulipInit({ username: email, apiKey, realm: server.url });
}

test('the JavaScript library sends to a channel and fetches the message', async () => {
  const mel = await connect('mel');
  const sent = await mel.messages.send({
    to: 'general',
    type: 'stream',
    subject: 'from a library',
    content: 'hello **there**',
  });
  assert.equal(sent.result, 'success', sent.msg);
  const fetchedPage = await mel.messages.retrieve({
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: 'from a library' },
    ],
  });
  assert.equal(fetchedPage.result, 'success', fetchedPage.msg);
  assert.deepEqual(
    fetchedPage.messages.map((message: { id: number; content: string }) => [message.id, message.content]),
    [[sent.id, '<p>hello <strong>there</strong></p>']],
  );
});

test('the JavaScript library registers a queue and receives events', async () => {
  const [mel, mia] = [await connect('mel'), await connect('mia')];
  const queue = await mia.queues.register({ event_types: ['message'] });
  assert.equal(queue.result, 'success', queue.msg);
  const pendingPoll = mia.events.retrieve({ queue_id: queue.queue_id, last_event_id: queue.last_event_id });
  const sent = await mel.messages.send({ to: ['mia@example.com'], type: 'private', content: 'just for you' });
  assert.equal(sent.result, 'success', sent.msg);
  const { events } = await pendingPoll;
  assert.deepEqual(
    events.map((event: { message: { id: number } }) => event.message.id),
    [sent.id],
  );
  const deregistration = await mia.queues.deregister({ queue_id: queue.queue_id });
  assert.equal(deregistration.result, 'success', deregistration.msg);
});

test('the JavaScript library lists people and channels, and edits, reacts and flags', async () => {
  const mel = await connect('mel');
  const users = await mel.users.retrieve();
  assert.ok(users.members.some((member: { email: string }) => member.email === 'mia@example.com'));
  const streams = await mel.streams.retrieve();
  assert.ok(streams.streams.some((stream: { name: string }) => stream.name === 'engineering'));
  const subscriptions = await mel.streams.subscriptions.retrieve();
  assert.ok(subscriptions.subscriptions.length >= 4);
  const sent = await mel.messages.send({ to: 'general', type: 'stream', subject: 'edits', content: 'first' });
  const editAnswer = await mel.messages.update({ message_id: sent.id, content: 'second' });
  assert.equal(editAnswer.result, 'success', editAnswer.msg);
  const reactionAnswer = await mel.reactions.add({ message_id: sent.id, emoji_name: 'octopus' });
  assert.equal(reactionAnswer.result, 'success', reactionAnswer.msg);
  const flagged = await mel.messages.flags.add({ messages: [sent.id], flag: 'starred' });
  assert.deepEqual(flagged.messages, [sent.id], flagged.msg);
});

function expectSuccess<T extends { result: string; msg: string }>(answer: T): T {
  assert.equal(answer.result, 'success', answer.msg);
  return answer;
}

test('the JavaScript library logs in with a password, or with a file of credentials', async () => {
  const password = await zulipInit({
    username: 'mel@example.com',
    password: 'demo-password',
    realm: server.url,
  });
  assert.equal(expectSuccess(await password.users.me.getProfile()).full_name, 'Mel Member');
  const zuliprc = await credentialsFile(await clientFolder(), await server.as('mia'));
  const file = await zulipInit({ zuliprc });
  assert.equal(expectSuccess(await file.users.me.getProfile()).full_name, 'Mia Member');
});

test('every other call of the library is answered', async () => {
  await grant(server, await server.as('olive'), { can_create_users: 1 });
  const [mel, olive] = [await connect('mel'), await connect('olive')];
  const person = { email: 'script@example.com', password: 'a-long-script-password', full_name: 'Script' };
  expectSuccess(await olive.users.create(person));
  const channel = JSON.stringify([{ name: 'scripts', description: 'made by a library' }]);
  expectSuccess(await mel.users.me.subscriptions.add({ subscriptions: channel }));
  const { stream_id } = expectSuccess(await mel.streams.getStreamId('scripts'));
  const { id } = expectSuccess(
    await mel.messages.send({ to: [stream_id], type: 'stream', topic: 'one', content: 'first' }),
  );
  const one = expectSuccess(await mel.messages.getById({ message_id: id, apply_markdown: false }));
  assert.equal(one.message.content, 'first');
  expectSuccess(await mel.messages.update({ message_id: id, content: 'second', topic: 'two' }));
  const { message_history } = expectSuccess(await mel.messages.getHistoryById({ message_id: id }));
  assert.equal(message_history.length, 2);
  const { topics } = expectSuccess(await mel.streams.topics.retrieve({ stream_id }));
  assert.deepEqual(
    topics.map((topic: { name: string }) => topic.name),
    ['two'],
  );
  expectSuccess(await mel.reactions.add({ message_id: id, emoji_name: 'octopus' }));
  expectSuccess(await mel.messages.deleteReactionById({ message_id: id, emoji_name: 'octopus' }));
  assert.equal(expectSuccess(await mel.messages.render('**bold**')).rendered, '<p><strong>bold</strong></p>');
  expectSuccess(await mel.emojis.retrieve({}));
  expectSuccess(await mel.users.me.alertWords.retrieve({}));
  const settings = expectSuccess(await mel.server.settings());
  assert.equal(settings.realm_url, server.url);
  const mia = await server.as('mia');
  expectSuccess(await mel.typing.send({ to: [mia.userId], op: 'start' }));
  expectSuccess(await mel.callEndpoint('/users/me/status', 'POST', { status_text: 'scripting' }));
  expectSuccess(await mel.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['scripts']) }));
  expectSuccess(await olive.messages.deleteById({ message_id: id }));
  expectSuccess(await olive.streams.deleteById({ stream_id }));
});

test('the JavaScript library receives events without naming their types', async () => {
  const [mel, mia] = [await connect('mel'), await server.as('mia')];
  const listener = fileURLToPath(new URL('zulip-js-listener.mjs', import.meta.url));
  const listening = run(process.execPath, [listener, server.url, mia.email, mia.apiKey], {
    timeout: 300_000,
  });
  let isListening = true;
  const ended = listening.finally(() => {
    isListening = false;
  });
  // It does not report when it starts listening, so messages are sent until it has received one.
  for (let round = 0; isListening; round++) {
    expectSuccess(await mel.messages.send({ to: [mia.email], type: 'private', content: `round ${round}` }));
    await Promise.race([ended, setTimeout(100)]);
  }
  assert.equal((await ended).stdout, 'message');
});
