// Fetching a narrow: which pages are requested, what events and failures during a fetch do, and what is dropped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import type { Message } from '../../web/store/message.ts';
import type { Page, PageRequest } from '../../web/store/message-list.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { MessageStore } from '../../web/store/message-store.ts';
import { flagEvent } from '../../web/store/read-marks.ts';
import { made, scope, term } from './naive-server.ts';

const channel = [term('channel', '1')];
const pageOf = (ids: readonly number[], reach: Partial<Page> = {}): Page => ({
  messages: ids.map((id) => made(id, 1, 'a')),
  anchor: ids[0] ?? 0,
  foundOldest: false,
  foundNewest: false,
  ...reach,
});

/** Lists whose pages the test provides. */
function controlledLists() {
  const requests: PageRequest[] = [];
  const answers: { readonly resolve: (page: Page) => void; readonly reject: (error: Error) => void }[] = [];
  const lists = new MessageLists((_narrow, request) => {
    requests.push(request);
    const { promise, resolve, reject } = Promise.withResolvers<Page>();
    answers.push({ resolve, reject });
    return promise;
  }, scope);
  const answer = (page: Page) => answers.shift()?.resolve(page);
  const fail = (error: Error) => answers.shift()?.reject(error);
  const list = lists.of(channel);
  const open = async (page: Page) => {
    const openPromise = list.open('newest');
    answer(page);
    await openPromise;
    requests.length = 0;
  };
  const range = () => list.ranges.all[0] ?? assert.fail('nothing was fetched');
  return { lists, list, requests, answer, fail, open, range };
}

const arrival = (id: number) =>
  ({ type: 'message', id, message: made(id, 1, 'a'), flags: [] }) as unknown as ApiEvent;
const deletion = (...message_ids: number[]) =>
  ({ type: 'delete_message', message_ids }) as unknown as ApiEvent;

test('a page around a message has half as many messages before it as after it; the newest page has only earlier ones', () => {
  const { list, requests } = controlledLists();
  void list.open(7);
  void list.open('newest');
  void list.open('first_unread');
  void list.open('oldest');
  assert.deepEqual(requests, [
    { anchor: 7, before: 50, after: 100 },
    { anchor: 'newest', before: 100, after: 100 },
    { anchor: 'first_unread', before: 50, after: 100 },
    { anchor: 'oldest', before: 50, after: 100 },
  ]);
});

test('messages before and after a range are fetched in pages, up to the ends of the narrow', async () => {
  const { list, requests, open, range } = controlledLists();
  await open(pageOf([5, 6]));
  void list.loadOlder(range());
  void list.loadOlder(range(), 400);
  void list.loadNewer(range());
  assert.deepEqual(requests, [
    { anchor: 5, before: 100, after: 0 },
    { anchor: 5, before: 400, after: 0 },
    { anchor: 6, before: 0, after: 100 },
  ]);
  const whole = controlledLists();
  await whole.open(pageOf([5, 6], { foundOldest: true, foundNewest: true }));
  await whole.list.loadOlder(whole.range());
  await whole.list.loadNewer(whole.range());
  assert.deepEqual(whole.requests, []);
  const empty = { ids: [], reachesOldest: false, reachesNewest: false };
  await whole.list.loadOlder(empty);
  void whole.list.loadNewer(empty);
  assert.deepEqual(whole.requests, [{ anchor: 'newest', before: 100, after: 0 }]);
});

test('equal requests share a fetch while it runs, and a failed one can be repeated', async () => {
  const { list, requests, answer, fail } = controlledLists();
  const [one, other] = [list.open('newest'), list.open('newest')];
  assert.equal(requests.length, 1);
  fail(new Error('no connection'));
  await assert.rejects(one, /no connection/);
  await assert.rejects(other, /no connection/);
  const retried = list.open('newest');
  assert.equal(requests.length, 2);
  answer(pageOf([1]));
  assert.deepEqual((await retried)?.messages.length, 1);
});

test('events are not recorded for a fetch that failed or was discarded', async () => {
  const { lists, list, answer, fail } = controlledLists();
  const failing = list.open('newest');
  assert.equal(lists.store.isFetching, true);
  fail(new Error('no connection'));
  await failing.catch(() => undefined);
  assert.equal(lists.store.isFetching, false);
  const outdated = list.open('newest');
  list.forget();
  answer(pageOf([1]));
  assert.equal(await outdated, undefined);
  assert.equal(lists.store.isFetching, false);
  assert.deepEqual(list.ranges.all, []);
});

test('after a reset the same page is requested again, even while the earlier request runs', async () => {
  const { list, requests, answer } = controlledLists();
  const outdated = list.open('newest');
  list.forget();
  const current = list.open('newest');
  assert.equal(requests.length, 2);
  answer(pageOf([1]));
  assert.equal(await outdated, undefined);
  // The earlier request does not end the sharing of the later one.
  const shared = list.open('newest');
  assert.equal(requests.length, 2);
  answer(pageOf([2]));
  assert.deepEqual((await current)?.anchor, 2);
  assert.deepEqual((await shared)?.anchor, 2);
  assert.deepEqual(list.ranges.all[0]?.ids, [2]);
});

test('a page is discarded if more than two thousand events arrive during its fetch', async () => {
  for (const [count, isUsed] of [
    [2000, true],
    [2001, false],
  ] as const) {
    const { lists, list, answer } = controlledLists();
    const openPromise = list.open('newest');
    for (let index = 0; index < count; index += 1) lists.store.apply(flagEvent('read', 'add', [1]));
    answer(pageOf([1]));
    assert.equal((await openPromise) !== undefined, isUsed);
  }
});

test('events during a fetch apply to its page, earlier ones do not', async () => {
  const { lists, list, answer, open, range } = controlledLists();
  await open(pageOf([5, 6], { foundNewest: true }));
  lists.apply(deletion(3));
  const older = list.loadOlder(range());
  lists.apply(deletion(2, 6));
  lists.apply(arrival(7));
  answer(pageOf([1, 2, 3, 4, 5]));
  await older;
  assert.deepEqual(range().ids, [1, 3, 4, 5, 7]);
  assert.equal(range().reachesNewest, true);
});

test('messages that a page should contain but does not contain are removed, up to the ends of the page', async () => {
  const cases: readonly (readonly [page: Page, left: readonly number[]])[] = [
    [pageOf([3, 5]), [1, 2, 3, 5, 6, 7]],
    [pageOf([3, 5], { foundOldest: true }), [3, 5, 6, 7]],
    [pageOf([3, 5], { foundNewest: true }), [1, 2, 3, 5]],
    [pageOf([3, 5], { foundOldest: true, foundNewest: true }), [3, 5]],
    [pageOf([], { foundOldest: true, foundNewest: true }), []],
    [pageOf([3, 5], { isCached: true }), [1, 2, 3, 4, 5, 6, 7]],
  ];
  for (const [page, left] of cases) {
    const { list, answer, open } = controlledLists();
    await open(pageOf([1, 2, 3, 4, 5, 6, 7], { foundOldest: true, foundNewest: true }));
    const openPromise = list.open(4);
    answer(page);
    await openPromise;
    assert.deepEqual(
      list.ranges.all.flatMap(({ ids }) => ids),
      left,
      JSON.stringify(page),
    );
  }
});

test('messages that an event affected during the fetch do not count as missing', async () => {
  for (const event of [flagEvent('starred', 'add', [4]), { ...flagEvent('read', 'add', []), all: true }]) {
    const { lists, list, answer, open } = controlledLists();
    await open(pageOf([3, 4, 5]));
    const openPromise = list.open(4);
    lists.apply(event as ApiEvent);
    answer(pageOf([3, 5]));
    await openPromise;
    assert.deepEqual(list.ranges.all[0]?.ids, [3, 4, 5]);
  }
});

test('a list is watched while it has listeners, which are notified of changes and resets', async () => {
  const { list, open } = controlledLists();
  await open(pageOf([1]));
  await new Promise((resolve) => setTimeout(resolve));
  let count = 0;
  const stop = list.listen(() => {
    count += 1;
  });
  const notificationsDuring = async (change: () => void) => {
    count = 0;
    change();
    await new Promise((resolve) => setTimeout(resolve));
    return count;
  };
  assert.equal(list.isWatched, true);
  assert.equal(await notificationsDuring(() => list.change((ranges) => ranges)), 0);
  assert.equal(await notificationsDuring(() => list.change((ranges) => ranges.without(new Set([1])))), 1);
  assert.equal(await notificationsDuring(() => list.forget()), 1);
  assert.equal(await notificationsDuring(() => list.forget()), 1);
  stop();
  assert.equal(list.isWatched, false);
});

test('the highlights of a search are dropped with its messages', async () => {
  const { list, open } = controlledLists();
  const found: Message = { ...made(1, 1, 'a'), match_content: '<b>a</b>' };
  await open(pageOf([1], { messages: [found] }));
  const { match_content: _highlight, ...bare } = found;
  assert.equal(list.highlights.withHighlights(bare).match_content, '<b>a</b>');
  list.forget();
  assert.equal(list.highlights.withHighlights(bare), bare);
});

test('the sixty narrows viewed last are in memory', () => {
  const { lists } = controlledLists();
  const narrow = (id: number) => [term('channel', String(id))];
  const first = lists.of(narrow(1));
  for (let id = 1; id <= 60; id += 1) lists.of(narrow(id));
  assert.equal(lists.of(narrow(1)), first);
  const second = lists.of(narrow(2));
  lists.of(narrow(61));
  assert.equal(lists.recent.length, 60);
  assert.equal(lists.of(narrow(1)), first);
  assert.equal(lists.of(narrow(2)), second);
  assert.ok(!lists.recent.some(({ narrow: [one] }) => one?.operand === '3'));
});

test('with too many messages the narrows viewed earlier are dropped, until half of the messages are left', () => {
  const { lists } = controlledLists();
  const narrow = (topic: number) => [term('channel', '1'), term('topic', String(topic))];
  for (let topic = 1; topic <= 5; topic += 1) {
    const list = lists.of(narrow(topic));
    const ids = Array.from({ length: 5000 }, (_, index) => topic * 10_000 + index);
    for (const id of ids) lists.store.put(made(id, 1, String(topic)));
    list.change((ranges) => ranges.withPage({ ids, reachesOldest: true, reachesNewest: true }));
  }
  lists.of(narrow(5));
  assert.deepEqual(
    lists.recent.map(({ narrow: terms }) => terms[1]?.operand),
    ['5', '4'],
  );
  assert.equal(lists.store.size, 10_000);
});

test('the narrow viewed last is in memory, however long it is', () => {
  const { lists } = controlledLists();
  const narrow = (topic: number) => [term('channel', '1'), term('topic', String(topic))];
  for (const topic of [1, 2]) {
    const list = lists.of(narrow(topic));
    const ids = Array.from({ length: 11_000 }, (_, index) => topic * 20_000 + index);
    for (const id of ids) lists.store.put(made(id, 1, String(topic)));
    list.change((ranges) => ranges.withPage({ ids, reachesOldest: true, reachesNewest: true }));
  }
  lists.of(narrow(2));
  assert.deepEqual([lists.recent.length, lists.store.size], [1, 11_000]);
  lists.of(narrow(2));
  assert.equal(lists.recent.length, 1);
});

test('listeners of a message are notified of its changes and its deletion', async () => {
  const store = new MessageStore();
  store.put(made(1, 1, 'a'));
  store.put(made(2, 1, 'a'));
  await new Promise((resolve) => setTimeout(resolve));
  let count = 0;
  store.listen(1, () => {
    count += 1;
  });
  const notificationsAfter = async (event: ApiEvent) => {
    count = 0;
    store.apply(event);
    await new Promise((resolve) => setTimeout(resolve));
    return count;
  };
  assert.equal(await notificationsAfter(flagEvent('read', 'add', [1, 2])), 1);
  assert.equal(await notificationsAfter(flagEvent('read', 'add', [1, 2])), 0);
  assert.equal(await notificationsAfter(arrival(1)), 0);
  assert.equal(await notificationsAfter({ ...flagEvent('read', 'remove', []), all: true } as ApiEvent), 1);
  assert.deepEqual(store.get(2)?.flags, []);
  assert.equal(await notificationsAfter(deletion(2)), 0);
  assert.equal(await notificationsAfter(deletion(1)), 1);
  assert.equal(store.size, 0);
});
