// Flags for ranges of messages that match a narrow: what a range contains, and how clients continue from its ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const path = '/messages/flags/narrow';
const inTopic = (topic: string) => [
  { operator: 'channel', operand: 'general' },
  { operator: 'topic', operand: topic },
];

async function fill(topic: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++)
    ids.push(await mel.sendToChannel('general', topic, `number ${index}`));
  return ids;
}

test('a range around an anchor is marked read and counted', async () => {
  const ids = await fill('range', 5);
  const [miaEvents] = await expectFold([mia], async () => {
    const answer = await mia.ok('POST', path, {
      anchor: ids[2],
      num_before: 1,
      num_after: 1,
      narrow: inTopic('range'),
      op: 'add',
      flag: 'read',
    });
    assert.deepEqual(
      { ...answer, result: undefined, msg: undefined },
      {
        result: undefined,
        msg: undefined,
        processed_count: 3,
        updated_count: 3,
        first_processed_id: ids[1],
        last_processed_id: ids[3],
        found_oldest: false,
        found_newest: false,
      },
    );
  });
  assert.deepEqual(miaEvents?.[0].messages, ids.slice(1, 4));
});

test('a client that continues from the end reaches the newest message', async () => {
  const ids = await fill('pages', 5);
  const narrow = [...inTopic('pages'), { operator: 'is', operand: 'unread' }];
  const processedCounts: number[] = [];
  let anchor: unknown = 'oldest';
  for (let round = 0; round < 10; round++) {
    const answer = await mia.ok('POST', path, {
      anchor,
      include_anchor: round === 0,
      num_before: 0,
      num_after: 2,
      narrow,
      op: 'add',
      flag: 'read',
    });
    processedCounts.push(answer.updated_count);
    if (answer.found_newest) break;
    anchor = answer.last_processed_id;
  }
  assert.equal(
    processedCounts.reduce((sum, count) => sum + count, 0),
    5,
  );
  assert.deepEqual((await mia.ok('GET', `/messages/${ids[4]}`)).message.flags, ['read']);
});

test('everything from a message on becomes unread, and nothing elsewhere', async () => {
  const ids = await fill('unread from here', 3);
  await mia.ok('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' });
  await expectFold([mia], async () => {
    const answer = await mia.ok('POST', path, {
      anchor: String(ids[1]),
      num_before: 0,
      num_after: 100,
      narrow: inTopic('unread from here'),
      op: 'remove',
      flag: 'read',
    });
    assert.equal(answer.updated_count, 2);
    assert.deepEqual(answer.ignored_because_not_subscribed_channels, []);
  });
});

test('a channel without a subscription is skipped and named', async () => {
  const adam = await server.as('adam');
  const id = await adam.sendToChannel('design', 'elsewhere', 'x');
  const answer = await mel.ok('POST', path, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'design' }],
    op: 'remove',
    flag: 'read',
  });
  assert.equal(answer.last_processed_id, id);
  assert.equal(answer.updated_count, 0);
  assert.equal(answer.ignored_because_not_subscribed_channels.length, 1);
});

test('a range without messages has no ends', async () => {
  const nothing = await mia.ok('POST', path, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 5,
    narrow: inTopic('never used'),
    op: 'add',
    flag: 'starred',
  });
  assert.deepEqual(
    [nothing.processed_count, nothing.updated_count, nothing.first_processed_id, nothing.last_processed_id],
    [0, 0, null, null],
  );
  assert.deepEqual([nothing.found_oldest, nothing.found_newest], [true, true]);
});

test('an invalid range is refused', async () => {
  const fine = { anchor: 'newest', num_before: 1, num_after: 1, narrow: [], op: 'add', flag: 'read' };
  await mia.refused('POST', path, { ...fine, anchor: 'somewhere' }, 'BAD_REQUEST', 'Invalid anchor');
  await mia.refused('POST', path, { ...fine, num_before: -1 }, 'BAD_REQUEST');
  await mia.refused(
    'POST',
    path,
    { ...fine, flag: 'mentioned' },
    'BAD_REQUEST',
    "Flag not editable: 'mentioned'",
  );
  await mia.refused(
    'POST',
    path,
    { ...fine, include_anchor: false },
    'BAD_REQUEST',
    'The anchor can only be excluded at an end of the range',
  );
  await mia.refused(
    'POST',
    path,
    { ...fine, narrow: [{ operator: 'colour', operand: 'red' }] },
    'BAD_NARROW',
  );
  await mia.refused('POST', path, { ...fine, narrow: undefined }, 'REQUEST_VARIABLE_MISSING');
  const large = await mia.ok('POST', path, { ...fine, num_before: 100_000, num_after: 100_000 });
  assert.ok(large.found_newest);
});
