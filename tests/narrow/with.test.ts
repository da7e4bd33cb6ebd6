// `with`: links that still work after moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { createHistory, not, term } from './message-history.ts';

const server = await startTestServer();
const history = await createHistory(server);
const { mel, max, gus } = history.people;
const { ids, channels } = history;

test('with finds the current conversation of a message', async () => {
  assert.deepEqual(await history.find(mel, [term('with', ids.m1)]), ['m1']);
  const stale = [term('channel', 'alpha'), term('topic', 'to move'), term('with', String(ids.m1))];
  assert.deepEqual(await history.find(mel, stale), ['m1']);
  assert.deepEqual(await history.find(mel, [['with', String(ids.a2)]]), ['a1', 'a2']);
});

test('with finds a direct conversation and keeps the other terms', async () => {
  assert.deepEqual(await history.find(mel, [term('with', ids.d1)]), ['d1', 'd2']);
  assert.deepEqual(
    await history.find(mel, [term('dm', [max.userId]), term('with', ids.d1), term('sender', mel.userId)]),
    ['d1'],
  );
  assert.deepEqual(await history.find(mel, [term('with', ids.g1)]), ['g1']);
});

test('with finds the empty topic', async () => {
  assert.deepEqual(await history.find(mel, [term('with', ids.e1)]), ['e1']);
});

test('the other terms apply if the message is not visible', async () => {
  const conversation = [term('channel', 'alpha'), term('topic', 'plans')];
  assert.deepEqual(await history.find(mel, [...conversation, term('with', ids.v1)]), ['a1', 'a2']);
  assert.deepEqual(await history.find(mel, [...conversation, term('with', 987_654)]), ['a1', 'a2']);
  assert.deepEqual(await history.find(mel, [term('dm', [max.userId]), term('with', ids.x1)]), []);
  await gus.refused(
    'GET',
    '/messages',
    { anchor: 'newest', num_before: 1, num_after: 0, narrow: [term('with', ids.a1)] },
    'BAD_NARROW',
    "Invalid narrow operator: Invalid 'with' operator",
  );
});

test('matching and flag updates by narrow support with', async () => {
  const { messages } = await mel.ok('GET', '/messages/matches_narrow', {
    msg_ids: [ids.m1, ids.a1],
    narrow: [term('with', ids.m1)],
  });
  assert.deepEqual(Object.keys(messages), [String(ids.m1)]);
  const answerToMarking = await mel.ok('POST', '/messages/flags/narrow', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: [term('with', ids.a2), not('is', 'starred')],
    op: 'add',
    flag: 'starred',
  });
  assert.equal(answerToMarking.processed_count, 1);
  assert.equal(answerToMarking.first_processed_id, ids.a2);
  assert.ok(channels.alpha);
});
