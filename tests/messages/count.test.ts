// GET /messages/count: the number of messages that match a narrow, in total and by sender, channel and conversation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);

const search = (word: string) => [{ operator: 'search', operand: word }];
const { stream_id: general } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });

test('matches are counted in total, and by sender, channel and conversation, the highest counts first', async () => {
  await mel.sendToChannel('general', 'kettles', 'a kettle');
  for (const content of ['another kettle', 'a third kettle'])
    await mia.sendToChannel('general', 'kettles', content);
  await mia.sendToChannel('general', 'pans', 'kettle or pan');
  for (const content of ['your kettle', 'our kettle']) await mia.sendDirect([mel.userId], content);
  await mia.sendToChannel('general', 'pans', 'a pan');
  const {
    result: _,
    msg: __,
    ...counts
  } = await mel.ok('GET', '/messages/count', {
    narrow: search('kettle'),
  });
  assert.deepEqual(counts, {
    count: 6,
    found_all: true,
    senders: [
      { user_id: mia.userId, count: 5 },
      { user_id: mel.userId, count: 1 },
    ],
    channels: [{ stream_id: general, count: 4 }],
    conversations: [
      { stream_id: general, topic: 'kettles', user_ids: [], count: 3 },
      {
        stream_id: null,
        topic: '',
        user_ids: [mel.userId, mia.userId].sort((a, b) => a - b),
        count: 2,
      },
      { stream_id: general, topic: 'pans', user_ids: [], count: 1 },
    ],
  });
});

test('only what the caller finds is counted', async () => {
  const { count, conversations } = await max.ok('GET', '/messages/count', { narrow: search('kettle') });
  assert.equal(count, 4);
  assert.ok(conversations.every(({ stream_id }: { stream_id: number | null }) => stream_id !== null));
  const none = await mel.ok('GET', '/messages/count', { narrow: search('nothing') });
  assert.deepEqual([none.count, none.found_all, none.senders, none.conversations], [0, true, [], []]);
});

test('a narrow that cannot be read is refused', async () => {
  await mel.refused(
    'GET',
    '/messages/count',
    { narrow: [{ operator: 'nothing', operand: 'x' }] },
    'BAD_NARROW',
    'Invalid narrow operator: unknown operator nothing',
  );
});

test('bound messagesCounted countsPerKind: the newest messages are counted, and the most frequent kinds listed', async () => {
  const topics = limits.countsPerKind + 5;
  await olive.ok('POST', '/channels/create', { name: 'busy', subscribers: [olive.userId, mel.userId] });
  const send = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, index) =>
        olive.sendToChannel('busy', `topic ${(from + index) % topics}`, 'a drum'),
      ),
    );
  const drums = () => mel.ok('GET', '/messages/count', { narrow: search('drum') });
  await send(0, 1);
  for (let sent = 1; sent < limits.messagesCounted; sent += 100)
    await send(sent, Math.min(sent + 100, limits.messagesCounted));
  const exact = await drums();
  assert.deepEqual([exact.count, exact.found_all], [limits.messagesCounted, true]);
  assert.equal(exact.conversations.length, limits.countsPerKind);
  await send(0, 1);
  const more = await drums();
  assert.deepEqual([more.count, more.found_all], [limits.messagesCounted, false]);
  assert.deepEqual(more.senders, [{ user_id: olive.userId, count: limits.messagesCounted }]);
  // The oldest one, which was in topic 0 as well, is no longer counted.
  const counts = new Map<string, number>(
    more.conversations.map(({ topic, count }: { topic: string; count: number }) => [topic, count]),
  );
  assert.equal(counts.get('topic 0'), limits.messagesCounted / topics);
});
