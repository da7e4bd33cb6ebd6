// The ids of events and heartbeats: each log position has sixteen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heartbeatId, isBeyond, isUsedUp, positionOf } from '../../src/events/event-id.ts';

test('an event id belongs to the log position at or below it', () => {
  assert.deepEqual([0, 15, 16, 17, 31, 32].map(positionOf), [0, 0, 16, 16, 16, 32]);
});

test('an event id is beyond the log from the position after the last one on', () => {
  assert.deepEqual(
    [32, 47, 48, 49].map((id) => isBeyond(32, id)),
    [false, false, true, true],
  );
});

test('heartbeat ids count up to the next position, and the last one is repeated', () => {
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
