// A bot's owner is notified when no one receives the bot's message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFailingCommits } from '../support/failing-commits.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [helper, mel, adam] = await Promise.all([server.as('helper'), server.as('mel'), server.as('adam')]);

const send = { type: 'channel', topic: 'x', content: 'is anybody there?' };

test('a missing channel is refused, and the owner is notified at most once a minute', async () => {
  const listener = await mel.registerQueue({ event_types: ['message'], apply_markdown: false });
  for (let times = 0; times < 2; times += 1) {
    await helper.refused('POST', '/messages', { ...send, to: 'atlantis' }, 'STREAM_DOES_NOT_EXIST');
  }
  const notices = await listener.eventsOf('message');
  assert.deepEqual(
    notices.map(({ message }) => [message.sender_full_name, message.content]),
    [
      [
        'Notification Bot',
        `Your bot @_**Helper Bot|${helper.userId}** wrote to the channel \`atlantis\`, which does not exist.`,
      ],
    ],
  );
});

test('a channel without subscribers accepts the message, and the owner is notified', async () => {
  await adam.ok('POST', '/channels/create', { name: 'desert', subscribers: [] });
  const listener = await mel.registerQueue({ event_types: ['message'], apply_markdown: false });
  await helper.ok('POST', '/messages', { ...send, to: 'desert' });
  const [event] = await listener.eventsOf('message');
  assert.match(event.message.content, /wrote to the channel `desert`, which has no subscribers\.$/);
});

test('a message is sent even if the owner cannot be notified', async () => {
  await adam.ok('POST', '/channels/create', { name: 'tundra', subscribers: [] });
  const { id } = await withFailingCommits(server, 1, () =>
    helper.ok('POST', '/messages', { ...send, to: 'tundra' }),
  );
  const { message } = await adam.ok('GET', `/messages/${id}`, { apply_markdown: false });
  assert.equal(message.content, send.content);
});

test('people only get the error', async () => {
  const listener = await mel.registerQueue({ event_types: ['message'] });
  await mel.refused('POST', '/messages', { ...send, to: 'atlantis' }, 'STREAM_DOES_NOT_EXIST');
  assert.deepEqual(await listener.events(), []);
});
