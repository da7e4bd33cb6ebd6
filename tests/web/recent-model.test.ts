// Recent conversations fill a screen, even if a few topics have nearly all of the latest messages; and they are ordered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inOrder,
  needsMore,
  nextPageSize,
  type RecentLine,
  recentLines,
} from '../../web/inbox/recent-model.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { made, scope } from './naive-server.ts';

const none = { people: new Map(), channels: new Map() } as unknown as Parameters<typeof recentLines>[1];

/** Fetches like the screen; returns the final rows and the number of requests. */
async function shownOf(count: number, topicOf: (id: number) => string) {
  let requests = 0;
  const lists = new MessageLists(async (_narrow, { anchor, before }) => {
    requests += 1;
    const to = typeof anchor === 'number' ? anchor : count;
    const from = Math.max(1, to - before);
    const messages = Array.from({ length: to - from + 1 }, (_, index) =>
      made(from + index, 1, topicOf(from + index)),
    );
    return { messages, anchor: to, foundOldest: from === 1, foundNewest: to === count };
  }, scope);
  const list = lists.of([]);
  await list.open('newest');
  for (;;) {
    const range = list.ranges.newest ?? assert.fail('nothing came');
    const messages = range.ids.flatMap((id) => lists.store.get(id) ?? []);
    const lines = recentLines(messages, none, 1);
    if (range.reachesOldest || !needsMore(lines.length, messages.length)) return { lines, requests };
    await list.loadOlder(range, nextPageSize(messages.length));
  }
}

test('topics with older messages are found despite two very busy topics', async () => {
  const { lines, requests } = await shownOf(3000, (id) => (id <= 100 ? `quiet ${id}` : `busy ${id % 2}`));
  assert.ok(lines.length >= 30, `${lines.length} lines`);
  assert.ok(requests <= 8, `requested ${requests} times`);
});

test('loading stops when the screen is full, and at the oldest message', async () => {
  assert.equal((await shownOf(3000, (id) => `topic ${id % 40}`)).requests, 1);
  const { lines } = await shownOf(250, (id) => `topic ${id % 3}`);
  assert.equal(lines.length, 3);
});

test('with only busy topics, loading stops eventually', async () => {
  const { lines, requests } = await shownOf(100_000, () => 'busy');
  assert.equal(lines.length, 1);
  assert.ok(requests <= 10, `requested ${requests} times`);
});

test('rows are ordered by time, unread first, by name, and by channel; equal ones stay the newest first', () => {
  const line = (name: string, channel: string, count = 0) =>
    ({ key: name, count, names: { name, channel } }) as unknown as RecentLine;
  const lines = [
    line('topic 10', 'b'),
    line('Mia', ''),
    line('topic 9', 'b', 2),
    line('Alpha', 'c'),
    line('beta', 'a', 1),
  ];
  const namesOf = (line: RecentLine) =>
    (line as unknown as { names: { name: string; channel: string } }).names;
  const keys = (order: Parameters<typeof inOrder>[1]) => inOrder(lines, order, namesOf).map(({ key }) => key);
  assert.deepEqual(keys('newest'), ['topic 10', 'Mia', 'topic 9', 'Alpha', 'beta']);
  assert.deepEqual(keys('unread'), ['topic 9', 'beta', 'topic 10', 'Mia', 'Alpha']);
  assert.deepEqual(keys('name'), ['Alpha', 'beta', 'Mia', 'topic 9', 'topic 10']);
  assert.deepEqual(keys('channel'), ['Mia', 'beta', 'topic 9', 'topic 10', 'Alpha']);
});
