// What runs in one of the open tabs, such as a notification, runs in the one with the focus.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneTab } from '../../web/data/in-one-tab.ts';

test('the tab with the focus decides, even if another one hears of it first', async () => {
  const ran: string[] = [];
  await Promise.all([
    inOneTab('a message', false, () => ran.push('without the focus')),
    inOneTab('a message', true, () => ran.push('with the focus')),
  ]);
  assert.deepEqual(ran, ['with the focus']);
});

test('nothing runs in any tab if the tab with the focus does not need it', async () => {
  const ran: string[] = [];
  await Promise.all([
    inOneTab('a message in view', false, () => ran.push('without the focus')),
    inOneTab('a message in view', true, undefined),
  ]);
  assert.deepEqual(ran, []);
});

test('if no tab has the focus, the task runs in one of the tabs', async () => {
  const ran: number[] = [];
  await Promise.all([1, 2, 3].map((tab) => inOneTab('elsewhere', false, () => ran.push(tab))));
  assert.equal(ran.length, 1);
});
