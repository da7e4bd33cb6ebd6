// A log position shared by several callers: who joins, when the next one starts, and when one is released.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedPosition, type StateAtPosition } from '../../src/events/shared-position.ts';
import { passTurns } from '../support/event-loop-turns.ts';
import { withLimit } from '../support/with-limit.ts';

interface Opening {
  /** Fixes the position; later callers get another one. */
  onBegin(): void;
  /** Opens the snapshot; resolves when the snapshot is released. */
  open(): Promise<void>;
  fail(error: Error): void;
}

/** Opens positions when the test says so. */
function fixture() {
  const openings: Opening[] = [];
  const position = new SharedPosition((onBegin, read) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const state = { view: openings.length } as unknown as StateAtPosition;
    openings.push({ onBegin, open: () => read(state).then(resolve), fail: reject });
    return promise;
  });
  /** A caller that holds its position until released; returns the number of that position. */
  const hold = () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const result = position.at(async ({ view }) => {
      await promise;
      return Number(view);
    });
    return { result, release };
  };
  return { openings, shared: position, hold };
}

test('callers that arrive before a position opens share it, and it is released when the last of them leaves', async () => {
  const { openings, hold } = fixture();
  const [first, second] = [hold(), hold()];
  assert.equal(openings.length, 1);
  openings[0]?.onBegin();
  const third = hold();
  assert.equal(openings.length, 2);
  let isOver = false;
  const openingDone = openings[0]?.open().then(() => {
    isOver = true;
  });
  first.release();
  assert.equal(await first.result, 0);
  await passTurns();
  assert.equal(isOver, false);
  second.release();
  assert.equal(await second.result, 0);
  await openingDone;
  openings[1]?.onBegin();
  void openings[1]?.open();
  third.release();
  assert.equal(await third.result, 1);
});

test('a full position accepts no more callers, and opening it does not affect a later one', async () => {
  await withLimit('requestsPerSnapshot', 2, async () => {
    const { openings, hold } = fixture();
    const all = [hold(), hold(), hold()];
    assert.equal(openings.length, 2);
    openings[0]?.onBegin();
    all.push(hold());
    assert.equal(openings.length, 2);
    for (const opening of openings) void opening.open();
    for (const { release } of all) release();
    assert.deepEqual(await Promise.all(all.map(({ result }) => result)), [0, 0, 1, 1]);
  });
});

test('a position that cannot be opened fails for all its callers, and the next one is opened separately', async () => {
  const { openings, hold } = fixture();
  const holders = [hold(), hold()];
  openings[0]?.fail(new Error('no'));
  for (const { result } of holders) await assert.rejects(result, /^Error: no$/);
  const next = hold();
  assert.equal(openings.length, 2);
  void openings[1]?.open();
  next.release();
  assert.equal(await next.result, 1);
});
