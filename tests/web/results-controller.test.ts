// The logic of a list of search results, without the DOM.

import assert from 'node:assert/strict';
import { test } from 'node:test';
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
