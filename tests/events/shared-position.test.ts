// A log position shared by several callers: who joins, when the next one starts, and when one is released.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedPosition, type StateAtPosition } from '../../src/events/shared-position.ts';
import { passTurns } from '../support/event-loop-turns.ts';
import { withLimit } from '../support/with-limit.ts';

interface Taking {
  /** Fixes the position; later callers get another one. */
  onBegin(): void;
  /** Opens it; resolves when it is released. */
  open(): Promise<void>;
  fail(error: Error): void;
}

/** Opens positions when the test says so. */
function stage() {
  const takings: Taking[] = [];
  const shared = new SharedPosition((onBegin, read) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const state = { view: takings.length } as unknown as StateAtPosition;
    takings.push({ onBegin, open: () => read(state).then(resolve), fail: reject });
    return promise;
  });
  /** A caller that holds its position until released; returns the number of that position. */
  const visit = () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    const result = shared.at(async ({ view }) => {
      await promise;
      return Number(view);
    });
    return { result, letGo };
  };
  return { takings, shared, visit };
}

test('callers that arrive before a position opens share it, and it is released when the last of them leaves', async () => {
  const { takings, visit } = stage();
  const [first, second] = [visit(), visit()];
  assert.equal(takings.length, 1);
  takings[0]?.onBegin();
  const third = visit();
  assert.equal(takings.length, 2);
  let isOver = false;
  const opened = takings[0]?.open().then(() => {
    isOver = true;
  });
  first.letGo();
  assert.equal(await first.result, 0);
  await passTurns();
  assert.equal(isOver, false);
  second.letGo();
  assert.equal(await second.result, 0);
  await opened;
  takings[1]?.onBegin();
  void takings[1]?.open();
  third.letGo();
  assert.equal(await third.result, 1);
});

test('a full position accepts no more callers, and opening it does not affect a later one', async () => {
  await withLimit('requestsPerSnapshot', 2, async () => {
    const { takings, visit } = stage();
    const all = [visit(), visit(), visit()];
    assert.equal(takings.length, 2);
    takings[0]?.onBegin();
    all.push(visit());
    assert.equal(takings.length, 2);
    for (const taking of takings) void taking.open();
    for (const { letGo } of all) letGo();
    assert.deepEqual(await Promise.all(all.map(({ result }) => result)), [0, 0, 1, 1]);
  });
});

test('a position that cannot be opened fails for all its callers, and the next one is opened separately', async () => {
  const { takings, visit } = stage();
  const lost = [visit(), visit()];
  takings[0]?.fail(new Error('no'));
  for (const { result } of lost) await assert.rejects(result, /^Error: no$/);
  const next = visit();
  assert.equal(takings.length, 2);
  void takings[1]?.open();
  next.letGo();
  assert.equal(await next.result, 1);
});
