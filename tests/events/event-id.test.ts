// The ids of events and of heartbeats, which lie sixteen to a place of the log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heartbeatId, isBeyond, isUsedUp, placeOf } from '../../src/events/event-id.ts';

test('an id belongs to the place at or below it', () => {
  assert.deepEqual([0, 15, 16, 17, 31, 32].map(placeOf), [0, 0, 16, 16, 16, 32]);
});

test('an id is beyond a log once the next place would have it', () => {
  assert.deepEqual(
    [32, 47, 48, 49].map((id) => isBeyond(32, id)),
    [false, false, true, true],
  );
});

test('heartbeats count up to the next place, and the last of them is given again', () => {
  const at = (after: number) => {
    const cursor = { after, scanned: 32 };
    return [heartbeatId(cursor), isUsedUp(cursor)];
  };
  assert.deepEqual([0, 32, 33, 45, 46, 47].map(at), [
    [33, false],
    [33, false],
    [34, false],
    [46, false],
    [47, false],
    [47, true],
  ]);
});
