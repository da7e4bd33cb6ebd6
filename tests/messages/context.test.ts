// GET /messages/context: the messages before and after others in their conversations, as far as the caller may read them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);

type Client = typeof mel;

/** The ids before and after each message, and the ids of the messages that are sent with them. */
async function contextOf(client: Client, ids: readonly number[]) {
  const { contexts, messages } = await client.ok('GET', '/messages/context', { message_ids: ids });
  return {
    contexts: contexts.map(
      ({
        message_id,
        before,
        after,
      }: {
        message_id: number;
        before: number | null;
        after: number | null;
      }) => [message_id, before, after],
    ),
    sent: messages.map(({ id }: { id: number }) => id),
  };
}

test('the context of a message is the messages before and after it in its conversation', async () => {
  const question = await mel.sendDirect([mia.userId], 'really?');
  const first = await mel.sendToChannel('general', 'kettles', 'first');
  const idInOtherTopic = await mel.sendToChannel('general', 'pans', 'aside');
  const second = await mia.sendToChannel('general', 'kettles', 'second');
  const direct = await mia.sendDirect([mel.userId], 'only us');
  const third = await mel.sendToChannel('general', 'kettles', 'third');
  const answer = await mel.sendDirect([mia.userId], 'yes');
  assert.deepEqual(await contextOf(mel, [second, idInOtherTopic, direct]), {
    contexts: [
      [idInOtherTopic, null, null],
      [second, first, third],
      [direct, question, answer],
    ],
    sent: [question, first, third, answer],
  });
  assert.deepEqual(await contextOf(mel, [first, second, third]), {
    contexts: [
      [first, null, second],
      [second, first, third],
      [third, second, null],
    ],
    // Requested ones are not sent again.
    sent: [],
  });
});

test('the messages of a context have the form of GET /messages', async () => {
  const before = await mia.sendToChannel('general', '', 'the empty topic, see https://example.com');
  const id = await mel.sendToChannel('general', '', 'after it');
  await mel.ok('POST', '/messages/flags', { messages: [before], op: 'add', flag: 'starred' });
  const { messages } = await mel.ok('GET', '/messages/context', { message_ids: [id] });
  const same = await mel.ok('GET', '/messages', {
    message_ids: [before],
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  assert.deepEqual(messages, same.messages);
  assert.ok(messages[0].flags.includes('starred'));
});

test('a context leaves out messages that the caller cannot read', async () => {
  await olive.ok('POST', '/channels/create', {
    name: 'closed',
    subscribers: [olive.userId, mia.userId],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const earlier = await mia.sendToChannel('closed', 'plans', 'before mel came');
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'closed' }],
    principals: [mel.userId],
  });
  const own = await mel.sendToChannel('closed', 'plans', 'here I am');
  assert.deepEqual(await contextOf(mel, [earlier, own]), { contexts: [[own, null, null]], sent: [] });
  assert.deepEqual(await contextOf(mia, [earlier, own]), {
    contexts: [
      [earlier, null, own],
      [own, earlier, null],
    ],
    sent: [],
  });
  const max = await server.as('max');
  assert.deepEqual(await contextOf(max, [earlier, own]), { contexts: [], sent: [] });
});

test('a context includes the history of a public channel without a subscription', async () => {
  await olive.ok('POST', '/channels/create', { name: 'open', subscribers: [olive.userId] });
  const [first, second] = [
    await olive.sendToChannel('open', 'news', 'first'),
    await olive.sendToChannel('open', 'news', 'second'),
  ];
  assert.deepEqual(await contextOf(mel, [second]), { contexts: [[second, first, null]], sent: [first] });
});

test('bound messagesWithContext: a request for the context of more messages is refused', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  await mel.ok('GET', '/messages/context', { message_ids: ids(limits.messagesWithContext) });
  await mel.refused(
    'GET',
    '/messages/context',
    { message_ids: ids(limits.messagesWithContext + 1) },
    'BAD_REQUEST',
    `message_ids is too long (limit: ${limits.messagesWithContext} items)`,
  );
});
