// The numbers of messages beside the filters that a search offers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionCounts } from '../../web/search/option-counts.ts';
import type { Narrow } from '../../web/store/narrow.ts';
import { term } from './naive-server.ts';

const narrow = (kind: string): Narrow => [term('search', 'plan'), term('has', kind)];

/** Counts that are answered by hand. */
function setUp() {
  const asked: {
    readonly kind: string;
    readonly answer: (count: number) => void;
    readonly fail: () => void;
  }[] = [];
  let changes = 0;
  const counts = new OptionCounts(
    (counted) =>
      new Promise((resolve, reject) => {
        asked.push({
          kind: counted[1]?.operand ?? '',
          answer: (count) => resolve({ count, isAll: true }),
          fail: () => reject(new Error('no connection')),
        });
      }),
    () => {
      changes += 1;
    },
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const kinds = () => asked.map(({ kind }) => kind);
  return { counts, asked, kinds, settled, changes: () => changes };
}

test('options are counted one after another, and each once', async () => {
  const { counts, asked, kinds, settled, changes } = setUp();
  const all = ['link', 'image'].map(narrow);
  counts.ask(all);
  counts.ask(all);
  assert.deepEqual(kinds(), ['link']);
  asked[0]?.answer(3);
  await settled();
  assert.deepEqual([kinds(), changes()], [['link', 'image'], 1]);
  assert.deepEqual(counts.of(narrow('link')), { count: 3, isAll: true });
  assert.equal(counts.of(narrow('image')), undefined);
  asked[1]?.answer(0);
  await settled();
  counts.ask(all);
  assert.deepEqual([kinds().length, counts.of(narrow('image'))?.count], [2, 0]);
});

test('what an earlier menu waits for is not counted once another one is open', async () => {
  const { counts, asked, kinds, settled } = setUp();
  counts.ask(['link', 'image', 'reaction'].map(narrow));
  counts.ask(['attachment'].map(narrow));
  asked[0]?.answer(1);
  await settled();
  assert.deepEqual(kinds(), ['link', 'attachment']);
});

test('after a failure the next opening counts again', async () => {
  const { counts, asked, kinds, settled } = setUp();
  const all = ['link', 'image'].map(narrow);
  counts.ask(all);
  asked[0]?.fail();
  await settled();
  assert.deepEqual(kinds(), ['link']);
  counts.ask(all);
  asked[1]?.answer(1);
  await settled();
  assert.deepEqual(kinds(), ['link', 'link', 'image']);
});

test('nothing is counted after the search was left', async () => {
  const { counts, asked, kinds, settled, changes } = setUp();
  counts.ask(['link', 'image'].map(narrow));
  counts.close();
  asked[0]?.answer(1);
  await settled();
  assert.deepEqual([kinds(), changes()], [['link'], 0]);
});
