// The logic of a list of search results, without the DOM.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LeftResults, rememberLeft } from '../../web/message-list/results/left-results.ts';
import { ResultsController } from '../../web/message-list/results/results-controller.ts';
import type { MessageList } from '../../web/store/message-list.ts';
import type { MessageStore } from '../../web/store/message-store.ts';
import { made } from './naive-server.ts';

test('older results that fail to load are not requested again until someone asks', async () => {
  const range = { ids: [7], reachesOldest: false, reachesNewest: true };
  let requests = 0;
  const list = {
    ranges: { all: [range] },
    listen: () => () => undefined,
    async loadOlder() {
      requests += 1;
      throw new Error('no connection');
    },
  } as unknown as MessageList;
  const store = { get: () => made(7, 1, 'tea') } as unknown as MessageStore;
  const controller = new ResultsController(list, store, 9, undefined);
  assert.equal(controller.isGrowing, true);
  const idle = Promise.withResolvers<void>();
  controller.listen(() => {
    if (!controller.isBusy) idle.resolve();
  });
  controller.loadOlder();
  await idle.promise;
  assert.deepEqual([requests, controller.isGrowing, controller.status], [1, false, 'open']);
  controller.close();
});

/** A list of results down to 1, of which nothing is loaded; pages have a hundred. */
function unloadedList(newest: number) {
  const range = (first: number) => ({
    ids: Array.from({ length: newest - first + 1 }, (_, index) => first + index),
    reachesOldest: first === 1,
    reachesNewest: true,
  });
  const asked: number[] = [];
  const ranges: { all: ReturnType<typeof range>[] } = { all: [] };
  const list = {
    ranges,
    listen: () => () => undefined,
    async open() {
      ranges.all = [range(newest - 99)];
      return {};
    },
    async loadOlder({ ids: [first = 1] }: { ids: number[] }, count: number) {
      asked.push(count);
      ranges.all = [range(Math.max(1, first - count))];
    },
  } as unknown as MessageList;
  const store = { get: (id: number) => made(id, 1, 'tea') } as unknown as MessageStore;
  return { list, store, asked };
}

async function reopened(left: LeftResults, newest: number) {
  const { list, store, asked } = unloadedList(newest);
  const controller = new ResultsController(list, store, 9, left);
  const open = Promise.withResolvers<void>();
  controller.listen(() => {
    if (controller.status === 'open') open.resolve();
  });
  await open.promise;
  controller.close();
  return { controller, asked };
}

test('a search that is shown again has what was loaded, expanded and in view when it was left', async () => {
  const [group] = (await reopened({ chosen: 1, at: undefined, expanded: new Set(), loaded: 0 }, 300))
    .controller.groups;
  const left = { chosen: 120, at: { id: 130, top: 40 }, expanded: new Set([group?.key ?? '']), loaded: 230 };
  const { controller, asked } = await reopened(left, 300);
  assert.deepEqual(asked, [230]);
  assert.equal(controller.shown.length, 300);
  assert.deepEqual(controller.left, { ...left, loaded: 300 });
  assert.equal(controller.current?.id, 120);
});

test('a limited number of results is loaded again', async () => {
  const left = { chosen: undefined, at: undefined, expanded: new Set<string>(), loaded: 5000 };
  const { asked, controller } = await reopened(left, 6000);
  assert.deepEqual(asked, [1000]);
  assert.equal(controller.left.loaded, 1100);
});

test('fifty searches are remembered as they were left', () => {
  const left = new Map<string, LeftResults>();
  const results = { chosen: 1, at: undefined, expanded: new Set<string>(), loaded: 1 };
  for (let search = 0; search < 50; search += 1) rememberLeft(left, String(search), results);
  rememberLeft(left, '0', results);
  rememberLeft(left, 'another', results);
  assert.deepEqual([left.size, left.has('0'), left.has('1'), left.has('2')], [50, true, false, true]);
});
