// Moving in the message list of a view: where it starts, what is fetched on the way, what is selected, and where it is
// left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import { FeedController, type FeedOptions } from '../../web/message-list/feed-controller.ts';
import type { FetchPage } from '../../web/store/message-list.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { made, scope } from './naive-server.ts';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Waits for everything that is under way. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** A view of messages with the ids from 1 to a number, unread from another one. */
function viewOf(count: number, unreadFrom = Number.POSITIVE_INFINITY) {
  const requests: string[] = [];
  const server: { failure: Error | undefined; ids: number[] } = {
    failure: undefined,
    ids: numbers(1, count),
  };
  const fetch: FetchPage = async (_narrow, { anchor, before, after }) => {
    requests.push(`${anchor} ${before} ${after}`);
    if (server.failure) throw server.failure;
    const newest = server.ids.at(-1) ?? 0;
    const anchorIds = { newest, oldest: 0, first_unread: Math.min(newest, unreadFrom) };
    const at = typeof anchor === 'number' ? anchor : anchorIds[anchor];
    const [older, newer] = [server.ids.filter((id) => id < at), server.ids.filter((id) => id > at)];
    const exact = server.ids.filter((id) => id === at);
    const [first, last] = [older.slice(Math.max(0, older.length - before)), newer.slice(0, after)];
    return {
      messages: [...first, ...exact, ...last].map((id) => ({
        ...made(id, 1, 'a'),
        flags: id < unreadFrom ? ['read'] : [],
      })),
      anchor: at,
      foundOldest: first.length === older.length,
      foundNewest: last.length === newer.length,
    };
  };
  const lists = new MessageLists(fetch, scope);
  const list = lists.of([]);
  const open = async (options: Partial<FeedOptions> = {}) => {
    const feed = new FeedController({
      list,
      store: lists.store,
      near: undefined,
      leftAt: undefined,
      ...options,
    });
    await settled();
    return feed;
  };
  return { lists, list, open, requests, server };
}

test('a view opens at the first unread message and fetches ahead where fewer than 81 rows are left', async () => {
  const { open, requests } = viewOf(1000, 500);
  const opening = open();
  const feed = await opening;
  assert.deepEqual(requests, ['first_unread 50 100', '450 100 0']);
  assert.equal(feed.status, 'open');
  assert.deepEqual(feed.start, { kind: 'message', id: 500, at: 'unread' });
  assert.deepEqual(feed.ids, numbers(480, 519));
  assert.deepEqual(
    feed.messages.map(({ id }) => id),
    numbers(480, 519),
  );
  assert.equal(feed.firstUnread, 500);
  assert.deepEqual([feed.reachesOldest, feed.reachesNewest], [false, false]);
  feed.extend('newer');
  await settled();
  assert.deepEqual(feed.ids, numbers(480, 535));
  assert.deepEqual(requests.splice(0), ['first_unread 50 100', '450 100 0', '600 0 100']);
  feed.extend('older');
  await settled();
  assert.deepEqual(feed.ids, numbers(464, 535));
  assert.deepEqual(requests, []);
});

test('messages are fetched when exactly 80 rows are left', async () => {
  const { open, requests } = viewOf(1000, 500);
  const feed = await open();
  const fetchedAt = async (id: number) => {
    requests.length = 0;
    await feed.toMessage(id);
    await settled();
    return requests;
  };
  assert.deepEqual(feed.range.ids, numbers(350, 600));
  assert.deepEqual(await fetchedAt(500), []);
  assert.deepEqual(await fetchedAt(501), ['600 0 100']);
  assert.deepEqual(await fetchedAt(451), []);
  assert.deepEqual(await fetchedAt(450), ['350 100 0']);
});

test('scrolling to either end shows everything, and fetches nothing more', async () => {
  const { open, requests } = viewOf(300, 150);
  const feed = await open();
  for (const direction of ['older', 'newer'] as const) {
    for (let step = 0; step < 20; step += 1) {
      feed.extend(direction);
      await settled();
    }
    assert.deepEqual(
      [feed.reachesOldest, feed.reachesNewest],
      direction === 'older' ? [true, false] : [false, true],
    );
    assert.equal(direction === 'older' ? feed.ids[0] : feed.ids.at(-1), direction === 'older' ? 1 : 300);
  }
  const { version } = feed;
  requests.length = 0;
  feed.extend('newer');
  await settled();
  assert.deepEqual([requests, feed.version], [[], version]);
});

test('only one fetch runs in each direction, and a failed one is repeated with further scrolling', async () => {
  const { open, requests, server } = viewOf(1000, 500);
  const feed = await open();
  requests.length = 0;
  server.failure = new ParleyError(0, 'NO_ANSWER', '');
  feed.extend('newer');
  feed.extend('newer');
  assert.equal(feed.isFetching, true);
  await settled();
  assert.equal(feed.isFetching, false);
  assert.deepEqual(requests, ['600 0 100']);
  server.failure = undefined;
  feed.extend('newer');
  await settled();
  assert.deepEqual(requests, ['600 0 100', '600 0 100']);
  assert.equal(feed.status, 'open');
});

test('the end of the fetched messages is not the end of the view', async () => {
  const { open, server } = viewOf(1000, 500);
  const feed = await open();
  server.failure = new ParleyError(0, 'NO_ANSWER', '');
  for (let step = 0; step < 10; step += 1) {
    feed.extend('newer');
    await settled();
  }
  assert.deepEqual([feed.ids.at(-1), feed.reachesNewest], [600, false]);
});

test('an end is reached with its last row, even if a deletion makes a row the last one', async () => {
  const { open, lists } = viewOf(42);
  const feed = await open({ near: 22 });
  assert.deepEqual(feed.ids, numbers(2, 41));
  assert.deepEqual([feed.reachesOldest, feed.reachesNewest], [false, false]);
  lists.apply({ type: 'delete_message', message_ids: [1, 42] } as never);
  assert.deepEqual([feed.reachesOldest, feed.reachesNewest], [true, true]);
});

test('a view whose first page is outdated when it arrives is fetched again', async () => {
  const { open, list, requests } = viewOf(30);
  const opening = open();
  list.forget();
  const feed = await opening;
  assert.deepEqual([feed.status, requests], ['open', ['first_unread 50 100', 'first_unread 50 100']]);
});

test('a view is empty if the server finds nothing', async () => {
  const lists = new MessageLists(
    async () => ({ messages: [], anchor: 0, foundOldest: false, foundNewest: false }),
    scope,
  );
  const list = lists.of([]);
  const feed = new FeedController({ list, store: lists.store, near: undefined, leftAt: undefined });
  await settled();
  assert.deepEqual([feed.status, feed.ids, feed.isFetching], ['open', [], false]);
  assert.deepEqual([feed.reachesOldest, feed.reachesNewest], [true, true]);
});

test('if very many messages arrive at once, the rows are the newest ones', async () => {
  const { open, lists } = viewOf(100);
  const feed = await open({ isLookup: true });
  assert.deepEqual(feed.ids, numbers(77, 100));
  const arrive = async (from: number, to: number) => {
    for (const id of numbers(from, to))
      lists.apply({ type: 'message', id, message: made(id, 1, 'a'), flags: [] } as never);
    await settled();
  };
  await arrive(101, 123);
  assert.deepEqual(feed.ids, numbers(77, 123));
  await arrive(124, 147);
  assert.deepEqual(feed.ids, numbers(124, 147));
});

test('nothing is scrolled or fetched while a view is opening', async () => {
  const { open, requests } = viewOf(1000, 500);
  const opening = open();
  assert.deepEqual(requests, ['first_unread 50 100']);
  const feed = await opening;
  const before = feed.version;
  void feed.retry();
  assert.equal(feed.version, before + 1);
  assert.deepEqual([feed.status, feed.isFetching, feed.ids], ['opening', true, []]);
  requests.length = 0;
  feed.extend('newer');
  feed.toKnownNewest();
  assert.deepEqual([requests, feed.version], [[], before + 1]);
  await settled();
  assert.equal(feed.status, 'open');
});

test('going to the end skips the unread messages, with a fetch only if the end is not loaded', async () => {
  const { open, requests } = viewOf(1000, 500);
  const feed = await open();
  const { placementVersion } = feed;
  feed.toKnownNewest();
  assert.deepEqual([feed.placementVersion, feed.firstUnread], [placementVersion, 500]);
  requests.length = 0;
  await feed.toNewest();
  assert.equal(requests[0], 'newest 100 100');
  assert.deepEqual([feed.start, feed.ids.at(-1), feed.firstUnread], [{ kind: 'end' }, 1000, undefined]);
  assert.equal(feed.reachesNewest, true);
  await settled();
  await feed.toMessage(950);
  await settled();
  requests.length = 0;
  const before = feed.placementVersion;
  feed.toKnownNewest();
  await settled();
  assert.deepEqual([feed.start, feed.ids.at(-1), requests], [{ kind: 'end' }, 1000, []]);
  assert.equal(feed.placementVersion, before + 1);
});

test('going to the beginning fetches it once', async () => {
  const { open, requests } = viewOf(1000, 500);
  const feed = await open();
  requests.length = 0;
  await feed.toOldest();
  assert.equal(requests[0], 'oldest 50 100');
  assert.deepEqual([feed.start, feed.ids[0]], [{ kind: 'message', id: 1, at: 'start' }, 1]);
  assert.equal(feed.reachesOldest, true);
  await settled();
  await feed.toNewest();
  requests.length = 0;
  await feed.toOldest();
  assert.deepEqual([feed.start, requests], [{ kind: 'message', id: 1, at: 'start' }, []]);
});

test('a message is shown in the middle and selected; the next one replaces a deleted one', async () => {
  const { open, requests, server } = viewOf(1000);
  server.ids = server.ids.filter((id) => id !== 300);
  const feed = await open({ near: 200 });
  assert.deepEqual(requests[0], '200 50 100');
  assert.deepEqual([feed.selected, feed.start], [200, { kind: 'message', id: 200, at: 'middle' }]);
  assert.equal(feed.current?.id, 200);
  requests.length = 0;
  await feed.toMessage(210);
  assert.deepEqual([feed.selected, feed.start], [210, { kind: 'message', id: 210, at: 'middle' }]);
  assert.deepEqual(requests, ['301 0 100'], 'the end of what was fetched is near');
  await feed.toMessage(300);
  assert.deepEqual(feed.start, { kind: 'message', id: 301, at: 'middle' });
  requests.length = 0;
  const { placementVersion } = feed;
  await feed.toMessage(900);
  assert.equal(requests[0], '900 50 100');
  assert.deepEqual(feed.ids, numbers(880, 919));
  assert.equal(feed.placementVersion, placementVersion + 1);
});

test('the selection moves to the next message and to both ends; without a selection, keys act on the last message', async () => {
  const { open } = viewOf(30);
  const feed = await open();
  const last = feed.ids.at(-1) ?? 0;
  assert.deepEqual([feed.selected, feed.current?.id, feed.adjacent(1)], [undefined, last, last]);
  feed.selectEdge('first');
  const first = feed.ids[0] ?? 0;
  assert.deepEqual([feed.selected, feed.current?.id], [first, first]);
  assert.deepEqual([feed.adjacent(1), feed.adjacent(-1)], [first + 1, undefined]);
  feed.select(20);
  assert.deepEqual([feed.adjacent(1), feed.adjacent(-1)], [21, 19]);
  feed.selectEdge('last');
  assert.equal(feed.selected, last);
  // The selected message is no longer shown.
  feed.select(999);
  assert.deepEqual([feed.current?.id, feed.adjacent(1)], [last, last]);
});

test('selecting and scrolling notify listeners once', async () => {
  const { open } = viewOf(300);
  const feed = await open();
  let count = 0;
  const stop = feed.listen(() => {
    count += 1;
  });
  const notificationsDuring = async (change: () => void) => {
    count = 0;
    change();
    await new Promise((resolve) => setTimeout(resolve));
    return count;
  };
  assert.equal(await notificationsDuring(() => feed.select(20)), 1);
  assert.equal(await notificationsDuring(() => feed.select(20)), 0);
  assert.equal(await notificationsDuring(() => feed.selectEdge('last')), 1);
  assert.equal(await notificationsDuring(() => feed.extend('older')), 1);
  assert.equal(await notificationsDuring(() => feed.setEndVisible(false)), 1);
  assert.equal(await notificationsDuring(() => feed.setEndVisible(false)), 0);
  assert.ok((await notificationsDuring(() => void feed.toOldest())) >= 1);
  stop();
  assert.equal(await notificationsDuring(() => feed.select(21)), 0);
});

test('an empty view selects nothing', async () => {
  const { open } = viewOf(0);
  const feed = await open();
  assert.deepEqual([feed.status, feed.ids, feed.reachesOldest, feed.reachesNewest], ['open', [], true, true]);
  feed.selectEdge('first');
  feed.selectEdge('last');
  assert.deepEqual([feed.selected, feed.current, feed.adjacent(1)], [undefined, undefined, undefined]);
});

test('the position at which a view was left is where it opens again', async () => {
  const { open, requests } = viewOf(1000, 500);
  const feed = await open();
  assert.equal(feed.left, undefined);
  feed.rememberPosition(490, 12);
  assert.equal(feed.isEndVisible, true);
  assert.equal(feed.left, undefined);
  feed.setEndVisible(true);
  assert.equal(feed.isEndVisible, false, 'the newest message is not in the document');
  const left = { kind: 'message', id: 490, at: 12 } as const;
  assert.deepEqual(feed.left, left);
  requests.length = 0;
  const reopened = await open({ leftAt: left });
  assert.deepEqual([reopened.start, reopened.ids], [left, numbers(470, 509)]);
  assert.deepEqual(requests, []);
  const elsewhere = viewOf(1000, 500);
  const fetched = await elsewhere.open({ leftAt: left });
  assert.equal(elsewhere.requests[0], '490 50 100');
  assert.deepEqual(fetched.start, left);
  const end = await viewOf(1000, 500).open({ leftAt: { kind: 'end' } });
  assert.deepEqual([end.start, end.ids.at(-1)], [{ kind: 'end' }, 1000]);
});

test('a view that cannot be loaded says whether it may load later, and loads again at the message where it should open', async () => {
  const { open, requests, server } = viewOf(1000);
  server.failure = new ParleyError(400, 'BAD_REQUEST', '');
  const refused = await open();
  assert.deepEqual([refused.status, refused.isRetryable, refused.isFetching], ['failed', false, false]);
  server.failure = new ParleyError(0, 'NO_ANSWER', '');
  const feed = await open({ near: 300 });
  assert.deepEqual([feed.status, feed.isRetryable], ['failed', true]);
  requests.length = 0;
  server.failure = undefined;
  await feed.retry();
  assert.equal(requests[0], '300 50 100');
  assert.deepEqual([feed.status, feed.isRetryable, feed.ids], ['open', false, numbers(280, 319)]);
  await refused.retry();
  assert.equal(refused.status, 'open');
  server.failure = new Error('a bug');
  assert.equal((await viewOf(1).open()).isRetryable, false);
});

test('a closed view ignores what arrives later', async () => {
  const { open, requests, server, list } = viewOf(1000, 500);
  for (const failure of [undefined, new ParleyError(0, 'NO_ANSWER', '')]) {
    const feed = await open();
    server.failure = failure;
    void feed.retry();
    feed.close();
    const { version } = feed;
    await settled();
    assert.deepEqual([feed.version, feed.status], [version, 'opening']);
  }
  server.failure = undefined;
  const feed = await open();
  requests.length = 0;
  feed.extend('newer');
  feed.close();
  const { version } = feed;
  list.forget();
  await settled();
  assert.deepEqual([feed.version, feed.status, requests], [version, 'open', ['600 0 100']]);
});

test('a view whose messages were forgotten is fetched again at the same position', async () => {
  const { open, requests, list } = viewOf(1000, 500);
  const feed = await open({ near: 300 });
  requests.length = 0;
  list.forget();
  await settled();
  assert.equal(requests[0], '300 50 100');
  assert.deepEqual([feed.start, feed.ids], [{ kind: 'message', id: 300, at: 'middle' }, numbers(280, 319)]);
  const ended = viewOf(0);
  const empty = await ended.open();
  ended.requests.length = 0;
  ended.list.forget();
  await settled();
  assert.deepEqual([ended.requests, empty.status], [['newest 100 100'], 'open']);
});

test('messages that arrive are shown at the end, and elsewhere the rows stay', async () => {
  const { open, lists } = viewOf(300);
  const feed = await open();
  const arrive = (id: number) =>
    lists.apply({ type: 'message', id, message: made(id, 1, 'a'), flags: [] } as never);
  assert.equal(feed.isEndVisible, true);
  await settled();
  let count = 0;
  feed.listen(() => {
    count += 1;
  });
  arrive(301);
  await settled();
  assert.equal(count, 1);
  assert.deepEqual([feed.ids.at(-1), feed.reachesNewest], [301, true]);
  await feed.toMessage(200);
  arrive(302);
  assert.deepEqual(feed.ids, numbers(180, 219));
  assert.equal(feed.range.ids.at(-1), 302);
});
