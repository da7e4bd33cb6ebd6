// How far recordings have been heard, in the storage of the browser.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { heardPosition, storeHeardPosition } from '../../web/lib/heard-positions.ts';
import { type BrowserStorage, browserStorage } from './browser-storage.ts';

let storage: BrowserStorage;

beforeEach(() => {
  storage = browserStorage();
  Object.assign(globalThis, { localStorage: storage });
});

test('a recording continues where it was paused, until it was heard to its end', () => {
  storeHeardPosition('/a', 12.5);
  storeHeardPosition('/b', 3);
  storeHeardPosition('/a', 14);
  assert.deepEqual([heardPosition('/a'), heardPosition('/b'), heardPosition('/c')], [14, 3, 0]);
  storeHeardPosition('/a', 0);
  assert.deepEqual([heardPosition('/a'), heardPosition('/b')], [0, 3]);
});

test('the latest hundred positions are stored', () => {
  for (let index = 0; index <= 100; index++) storeHeardPosition(`/${index}`, index + 1);
  assert.deepEqual([heardPosition('/0'), heardPosition('/1'), heardPosition('/100')], [0, 2, 101]);
  storeHeardPosition('/1', 5);
  storeHeardPosition('/new', 7);
  assert.deepEqual([heardPosition('/1'), heardPosition('/2'), heardPosition('/new')], [5, 0, 7]);
});

test('a recording that was not begun writes nothing', () => {
  storeHeardPosition('/a', 0);
  assert.equal(storage.entries.size, 0);
});

test('other values in the storage are ignored', () => {
  for (const value of ['', 'x', '[]', 'null', '{"/a":"1","/b":-1,"/c":null}']) {
    storage.setItem('heard positions', value);
    assert.deepEqual(['/a', '/b', '/c'].map(heardPosition), [0, 0, 0]);
  }
  storeHeardPosition('/a', 4);
  assert.equal(heardPosition('/a'), 4);
});
