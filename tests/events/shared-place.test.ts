// Places of a log that several visitors share: who comes in, when the next one begins, and when one is given back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Place, SharedPlace } from '../../src/events/shared-place.ts';
import { turns } from '../support/turns.ts';
import { withLimit } from '../support/with-limit.ts';

interface Taking {
  /** Decides which place it is: whoever comes later has another. */
  onBegin(): void;
  /** Opens it; resolves when it was given back. */
  open(): Promise<void>;
  fail(error: Error): void;
}

/** Gives places as the test says. */
function stage() {
  const takings: Taking[] = [];
  const shared = new SharedPlace((onBegin, read) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { view: takings.length } as unknown as Place;
    takings.push({ onBegin, open: () => read(place).then(resolve), fail: reject });
    return promise;
  });
  /** Somebody who comes, and stays until they are let go; gives the number of their place. */
  const visit = () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    const place = shared.at(async ({ view }) => {
      await promise;
      return Number(view);
    });
    return { place, letGo };
  };
  return { takings, shared, visit };
}

test('those who come before it begins share a place, which is given back when the last of them has left', async () => {
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
  assert.equal(await first.place, 0);
  await turns();
  assert.equal(isOver, false);
  second.letGo();
  assert.equal(await second.place, 0);
  await opened;
  takings[1]?.onBegin();
  void takings[1]?.open();
  third.letGo();
  assert.equal(await third.place, 1);
});

test('a full place takes no more, and its beginning closes no later one', async () => {
  await withLimit('visitorsPerSnapshot', 2, async () => {
    const { takings, visit } = stage();
    const all = [visit(), visit(), visit()];
    assert.equal(takings.length, 2);
    takings[0]?.onBegin();
    all.push(visit());
    assert.equal(takings.length, 2);
    for (const taking of takings) void taking.open();
    for (const { letGo } of all) letGo();
    assert.deepEqual(await Promise.all(all.map(({ place }) => place)), [0, 0, 1, 1]);
  });
});

test('a place that cannot be taken is refused to all who came, and the next is another', async () => {
  const { takings, visit } = stage();
  const lost = [visit(), visit()];
  takings[0]?.fail(new Error('no'));
  for (const { place } of lost) await assert.rejects(place, /^Error: no$/);
  const next = visit();
  assert.equal(takings.length, 2);
  void takings[1]?.open();
  next.letGo();
  assert.equal(await next.place, 1);
});
