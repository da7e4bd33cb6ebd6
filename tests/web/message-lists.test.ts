// Message lists against a naive server: whatever is sent, moved, starred, edited and deleted, and however late
// events and pages arrive, in the end each list contains what the server has between its ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ApiEvent } from '../../client/event-stream.ts';
import { isSameView, restoreView, viewsToCache } from '../../web/store/cached-view.ts';
import type { Page } from '../../web/store/message-list.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { made, NaiveServer, narrows, scope, term } from './naive-server.ts';

const id = fc.integer({ min: 1, max: 15 });
const channel = fc.integer({ min: 1, max: 2 });
const topic = fc.constantFrom('a', 'b');
const narrow = fc.integer({ min: 0, max: narrows.length - 1 });
const step = fc.oneof(
  fc.tuple(fc.constant('send'), channel, topic),
  fc.tuple(fc.constant('send'), channel, topic),
  fc.tuple(fc.constant('remove'), id),
  fc.tuple(fc.constant('flag'), id, fc.constantFrom('starred', 'read'), fc.constantFrom('add', 'remove')),
  fc.tuple(fc.constant('move'), id, channel, topic),
  fc.tuple(fc.constant('edit'), id, fc.constantFrom('link', 'plain')),
  fc.tuple(fc.constant('fetch'), narrow, fc.oneof(id, fc.constant('newest')), fc.nat(4), fc.nat(4)),
  fc.tuple(fc.constant('show'), id),
  fc.constant(['save'] as const),
  fc.tuple(fc.constant('deliver'), fc.nat(4)),
  fc.tuple(fc.constant('answer'), fc.nat(2)),
);

function check(server: NaiveServer, lists: MessageLists): void {
  for (const one of narrows) {
    const truth = [...server.messages.values()].filter((message) => server.has(one, message));
    for (const { ids, reachesOldest, reachesNewest } of lists.of(one).ranges.all) {
      const low = reachesOldest ? 0 : (ids[0] ?? 0);
      const high = reachesNewest ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0);
      const between = truth.map((message) => message.id).filter((found) => found >= low && found <= high);
      assert.deepEqual(
        ids,
        between.sort((a, b) => a - b),
        JSON.stringify(one),
      );
      for (const id of ids) {
        const [actual, expected] = [lists.store.get(id), server.messages.get(id)];
        assert.deepEqual(
          [actual?.subject, actual?.stream_id, actual?.content, [...(actual?.flags ?? [])].sort()],
          [expected?.subject, expected?.stream_id, expected?.content, [...(expected?.flags ?? [])].sort()],
        );
      }
    }
  }
}

type Steps = readonly (readonly [string, ...unknown[]])[];

/** Runs actions; returns the delivered events. */
async function playSteps(server: NaiveServer, lists: MessageLists, steps: Steps): Promise<ApiEvent[]> {
  const delivered: ApiEvent[] = [];
  const deliver = (count: number) => {
    for (const event of server.events.splice(0, count)) {
      lists.apply(event);
      delivered.push(event);
    }
  };
  for (const [kind, ...values] of steps) {
    if (kind === 'send') server.send(Number(values[0]), String(values[1]));
    else if (kind === 'remove') server.remove(Number(values[0]));
    else if (kind === 'move') server.move(Number(values[0]), Number(values[1]), String(values[2]));
    else if (kind === 'edit') server.edit(Number(values[0]), String(values[1]));
    else if (kind === 'flag')
      server.flag(Number(values[0]), String(values[1]), values[2] as 'add' | 'remove');
    else if (kind === 'show') server.show(Number(values[0]), lists);
    else if (kind === 'save') server.save();
    else if (kind === 'deliver') deliver(Number(values[0]));
    else if (kind === 'answer') await server.answer(Number(values[0]));
    else {
      const list = lists.of(narrows[Number(values[0])] ?? []);
      const range = list.ranges.all[0];
      if (range && values[2] === 0) void list.loadOlder(range);
      else if (range && values[2] === 1) void list.loadNewer(range);
      else void list.open(values[1] as number | 'newest');
    }
  }
  return delivered;
}

test('each list contains what the server has between its ends, however late events and pages arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const server = new NaiveServer();
      const lists = server.lists();
      await playSteps(server, lists, steps as Steps);
      server.save();
      for (const event of server.events.splice(0)) lists.apply(event);
      await server.answer(server.pages.length);
      check(server, lists);
    }),
    { numRuns: 1000 },
  );
});

test('changes without events are corrected by the next page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const server = new NaiveServer();
      const lists = server.lists();
      for (const one of steps as Steps) {
        await playSteps(server, lists, one[0] === 'deliver' ? [] : [one]);
        server.events.length = 0;
      }
      server.save();
      await server.answer(server.pages.length);
      for (const one of narrows) void lists.of(one).open('newest');
      await server.answer(server.pages.length);
      check(server, lists);
    }),
    { numRuns: 1000 },
  );
});

test('cached views are correct after all later events, even if some were already applied', async () => {
  let cachedViews = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: 'max' }),
      narrow,
      fc.nat(8),
      async (steps, seen, again) => {
        const server = new NaiveServer();
        const lists = server.lists();
        const delivered = await playSteps(server, lists, steps as Steps);
        for (const one of [seen, (seen + 3) % narrows.length])
          void lists.of(narrows[one] ?? []).open('newest');
        await server.answer(server.pages.length);
        const views = viewsToCache(lists);
        const openedLists = server.lists();
        for (const view of structuredClone(views)) restoreView(openedLists, view);
        cachedViews += views.length;
        server.save();
        const repeatedEvents = again === 0 ? [] : delivered.slice(-again);
        for (const event of [...repeatedEvents, ...server.events.splice(0)]) openedLists.apply(event);
        check(server, openedLists);
      },
    ),
    { numRuns: 1000 },
  );
  assert.ok(cachedViews > 200, `${cachedViews} views were cached`);
});

test('the part of a long view around its first unread message, or its end, is cached', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  const narrow = narrows[1] ?? [];
  const messages = Array.from({ length: 400 }, (_, index) => ({
    ...made(index + 1, 1, 'a'),
    flags: ['read'],
  }));
  restoreView(lists, { narrow, messages, reachesOldest: true, reachesNewest: true });
  const cachedViews = () =>
    viewsToCache(lists).map((view) => [
      view.messages[0]?.id,
      view.messages.at(-1)?.id,
      view.reachesOldest,
      view.reachesNewest,
    ]);
  assert.deepEqual(cachedViews(), [[300, 400, false, true]]);
  lists.store.put({ ...made(100, 1, 'a'), flags: [] });
  assert.deepEqual(cachedViews(), [[50, 150, false, false]]);
});

test('messages that are in no list and not the newest are dropped', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  for (let sent = 1; sent <= 20_001; sent += 1) {
    const message = made(sent, 1, 'a');
    lists.apply({ type: 'message', id: sent, message, flags: [] } as unknown as ApiEvent);
    assert.ok(lists.store.size <= 401);
    assert.ok(lists.store.get(sent));
  }
  assert.ok(lists.store.size >= 200);
});

test('nothing that arrives is dropped while a page is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<Page>();
  const lists = new MessageLists(() => promise, scope);
  const openPromise = lists.of(narrows[2] ?? []).open('newest');
  const arrive = (id: number, topic: string) =>
    lists.apply({ type: 'message', id, message: made(id, 1, topic), flags: [] } as unknown as ApiEvent);
  arrive(1, 'a');
  for (let sent = 2; sent <= 1000; sent += 1) arrive(sent, 'b');
  resolve({ messages: [], anchor: 0, foundOldest: true, foundNewest: true });
  await openPromise;
  assert.deepEqual(lists.of(narrows[2] ?? []).ranges.newest?.ids, [1]);
});

test('a narrow that is not displayed does not grow with new messages, and a displayed one is not trimmed', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  const [leftList, shownList] = [lists.of(narrows[1] ?? []), lists.of(narrows[2] ?? [])];
  for (const list of [leftList, shownList])
    list.change((ranges) => ranges.withPage({ ids: [1], reachesOldest: true, reachesNewest: true }));
  shownList.listen(() => undefined);
  for (let sent = 2; sent <= 2000; sent += 1) {
    const message = made(sent, 1, 'a');
    lists.apply({ type: 'message', id: sent, message, flags: [] } as unknown as ApiEvent);
    assert.ok((leftList.ranges.newest?.ids.length ?? 0) <= 600);
  }
  assert.equal(leftList.ranges.newest?.ids.at(-1), 2000);
  assert.equal(leftList.ranges.newest?.reachesOldest, false);
  assert.equal(shownList.ranges.newest?.ids.length, 2000);
});

test('following a narrow for hours stores no more messages than the narrow contains', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  const followed = lists.of(narrows[1] ?? []);
  followed.change((ranges) => ranges.withPage({ ids: [1], reachesOldest: true, reachesNewest: true }));
  followed.listen(() => undefined);
  for (let sent = 2; sent <= 3000; sent += 1) {
    const message = made(sent, 1, 'a');
    lists.apply({ type: 'message', id: sent, message, flags: [] } as unknown as ApiEvent);
    followed.trimToNewest();
    assert.ok(lists.store.size <= 1000, `${lists.store.size} messages are cached`);
    assert.ok(followed.ranges.newest?.ids.every((id) => id === 1 || lists.store.get(id)));
  }
});

test('the three views opened last are cached, each only with all of its messages', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  const open = (channelId: number, hasMessage = true) => {
    const narrow = [term('channel', String(channelId))];
    const message = made(channelId, channelId, 'a');
    if (hasMessage) lists.store.put(message);
    const list = lists.of(narrow);
    list.change((ranges) => ranges.withPage({ ids: [channelId], reachesOldest: true, reachesNewest: true }));
  };
  for (const channelId of [1, 2, 3, 4]) open(channelId);
  const cachedChannels = () => viewsToCache(lists).map(({ narrow }) => narrow[0]?.operand);
  assert.deepEqual(cachedChannels(), ['4', '3', '2']);
  open(5, false);
  lists.of([term('channel', '6')]);
  assert.deepEqual(cachedChannels(), ['4']);
});

test('two cached views are the same if nothing in them differs', () => {
  const view = {
    narrow: [term('channel', '1')],
    messages: [made(1, 1, 'a'), made(2, 1, 'a')],
    reachesOldest: true,
    reachesNewest: false,
  };
  assert.equal(isSameView(view, { ...view, messages: [...view.messages] }), true);
  for (const change of [
    { narrow: [...view.narrow] },
    { reachesOldest: false },
    { reachesNewest: true },
    { messages: view.messages.slice(0, 1) },
    { messages: [...view.messages, made(3, 1, 'a')] },
    { messages: view.messages.map((message) => ({ ...message })) },
  ])
    assert.equal(isSameView(view, { ...view, ...change }), false, Object.keys(change).join());
});
