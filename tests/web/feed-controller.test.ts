// The message list of a view: highlights, the unread line, its start and its updates.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { FeedController, type FeedOptions } from '../../web/message-list/feed-controller.ts';
import type { Narrow } from '../../web/store/narrow.ts';

/** The message list of a narrow that has not loaded anything yet. */
function feedOf(narrow: Narrow): FeedController {
  const list = { narrow, listen: () => () => undefined, open: () => new Promise(() => undefined) };
  return new FeedController({
    list,
    store: {},
    near: undefined,
    leftAt: undefined,
  } as unknown as FeedOptions);
}

test('matches are highlighted only in a search, not in views that load messages without highlights', () => {
  const search = { operator: 'search', operand: 'release', isNegated: false };
  assert.equal(feedOf([search]).isSearch, true);
  assert.equal(feedOf([{ ...search, isNegated: true }]).isSearch, false);
});

/** The message list of messages with flags, all of them in the fetched page, and the requests. */
async function feedWith(
  flagsById: Record<number, readonly string[]>,
  { reachesNewest = true, isLookup = false } = {},
) {
  const ids = Object.keys(flagsById).map(Number);
  const flags = new Map(Object.entries(flagsById).map(([id, of]) => [Number(id), of]));
  const requests: unknown[] = [];
  let notify = () => {};
  const range = { ids, reachesOldest: true, reachesNewest };
  const list = {
    narrow: [],
    ranges: { around: () => range, newest: reachesNewest ? range : undefined, all: [range] },
    listen: (listener: () => void) => {
      notify = listener;
      return () => undefined;
    },
    open: async (anchor: unknown) => {
      requests.push(anchor);
      return { anchor: ids[0] };
    },
    trimToNewest: () => {
      range.ids.splice(0, range.ids.length - 400);
      range.reachesOldest = false;
    },
    loadNewer: async () => {
      requests.push('newer');
      range.reachesNewest = true;
    },
  };
  const store = { get: (id: number) => ({ id, flags: flags.get(id) }) };
  const options = { list, store, near: undefined, leftAt: undefined, isLookup };
  const feed = new FeedController(options as unknown as FeedOptions);
  await new Promise(setImmediate);
  const arrive = (id: number, of: readonly string[]) => {
    flags.set(id, of);
    if (!ids.includes(id)) ids.push(id);
    notify();
  };
  return { feed, requests, arrive, range };
}

test('the unread line only counts messages that were unread when they arrived', async () => {
  const { feed, arrive } = await feedWith({ 1: ['read'], 2: [], 3: ['read'], 4: [] });
  assert.equal(feed.firstUnread, 2);
  assert.deepEqual(feed.unreadBelowLine, { count: 2, isMore: false });
  arrive(2, ['read']);
  arrive(5, []);
  arrive(6, ['read']);
  assert.deepEqual(feed.unreadBelowLine, { count: 3, isMore: false });
});

test('the unread line says that there are more messages if the newest ones were not fetched', async () => {
  const { feed, range } = await feedWith({ 1: [], 2: [] }, { reachesNewest: false });
  range.reachesNewest = false;
  assert.deepEqual(feed.unreadBelowLine, { count: 2, isMore: true });
});

test('a search starts at the newest message, without an unread line; other views start at the first unread message', async () => {
  const lookedUp = await feedWith({ 1: [], 2: [] }, { isLookup: true });
  assert.deepEqual(lookedUp.requests, ['newest']);
  assert.deepEqual(lookedUp.feed.start, { kind: 'end' });
  assert.equal(lookedUp.feed.firstUnread, undefined);
  const read = await feedWith({ 1: [], 2: [] });
  assert.deepEqual(read.requests, ['first_unread']);
  assert.deepEqual(read.feed.start, { kind: 'message', id: 1, at: 'unread' });
});

test('an open search is updated at once after a message, then periodically, however many there are', async (context) => {
  context.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const { feed, requests, arrive, range } = await feedWith({ 1: [] }, { isLookup: true });
  const sent = () => {
    range.reachesNewest = false;
    arrive(1, []);
  };
  sent();
  assert.deepEqual(requests, ['newest', 'newer']);
  await new Promise(setImmediate);
  sent();
  sent();
  assert.deepEqual(requests, ['newest', 'newer']);
  mock.timers.tick(5000);
  assert.deepEqual(requests, ['newest', 'newer', 'newer']);
  await new Promise(setImmediate);
  mock.timers.tick(5000);
  assert.deepEqual(requests, ['newest', 'newer', 'newer']);
  sent();
  await new Promise(setImmediate);
  sent();
  feed.close();
  mock.timers.tick(5000);
  assert.deepEqual(requests, ['newest', 'newer', 'newer', 'newer']);
});

test('following the newest messages drops distant ones without shifting; reading elsewhere does not', async () => {
  const read = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [index + 1, ['read']]));
  const { feed, arrive, range } = await feedWith(read, { isLookup: true });
  feed.setEndVisible(false);
  arrive(901, ['read']);
  assert.equal(range.ids.length, 901);
  feed.setEndVisible(true);
  arrive(902, ['read']);
  assert.equal(range.ids.length, 400);
  assert.equal(feed.status, 'open');
  assert.equal(feed.ids.at(-1), 902);
  assert.equal(feed.reachesOldest, false);
});
