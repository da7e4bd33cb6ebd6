// The ranges of fetched messages against a naive model: whatever is fetched, sent, moved and deleted in any order,
// a range contains every message between its ends, and its flags about its ends are correct.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Range, Ranges } from '../../web/store/ranges.ts';

const HIGHEST = 60;

type Step =
  | { readonly kind: 'fetch'; readonly anchor: number; readonly before: number; readonly after: number }
  | { readonly kind: 'send' }
  | { readonly kind: 'delete' | 'moveIn'; readonly ids: readonly number[] }
  | { readonly kind: 'prune'; readonly id: number; readonly count: number };

const id = fc.integer({ min: 1, max: HIGHEST });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fetch'), anchor: id, before: fc.nat(6), after: fc.nat(6) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('delete', 'moveIn'), ids: fc.array(id, { maxLength: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prune'), id, count: fc.nat(5) }) },
);

/** The response of a server: messages on either side of an anchor, which may not be a message itself. */
function page(
  truth: ReadonlySet<number>,
  { anchor, before, after }: Extract<Step, { kind: 'fetch' }>,
): Range {
  const all = [...truth].sort((a, b) => a - b);
  const index = all.findIndex((one) => one >= anchor);
  const middle = index < 0 ? all.length : index;
  const start = Math.max(0, middle - before);
  const end = Math.min(all.length, middle + after + 1);
  return { ids: all.slice(start, end), reachesOldest: start === 0, reachesNewest: end === all.length };
}

function checked(ranges: Ranges, truth: ReadonlySet<number>): void {
  let before = Number.NEGATIVE_INFINITY;
  for (const { ids, reachesOldest, reachesNewest } of ranges.all) {
    const low = reachesOldest ? 0 : (ids[0] ?? 0);
    const high = reachesNewest ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0);
    const between = [...truth].filter((one) => one >= low && one <= high).sort((a, b) => a - b);
    assert.deepEqual(ids, between);
    if (ids[0] !== undefined) assert.ok(ids[0] > before, 'ranges are in order and apart');
    before = ids.at(-1) ?? before;
  }
}

test('a range contains every message between its ends, whatever happened', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 25 }), fc.array(step, { maxLength: 30 }), (begin, steps) => {
      const truth = new Set(begin);
      let newest = HIGHEST;
      let ranges = Ranges.none;
      for (const one of steps) {
        if (one.kind === 'fetch') ranges = ranges.withPage(page(truth, one));
        else if (one.kind === 'prune') ranges = ranges.near(one.id, one.count);
        else if (one.kind === 'send') {
          newest += 1;
          truth.add(newest);
          ranges = ranges.withNew(newest);
        } else if (one.kind === 'delete') {
          for (const gone of one.ids) truth.delete(gone);
          ranges = ranges.without(new Set(one.ids));
        } else {
          for (const come of one.ids) truth.add(come);
          ranges = ranges.withMoved(one.ids);
        }
        checked(ranges, truth);
      }
    }),
    { numRuns: 2000 },
  );
});

test('overlapping pages become one range, others stay separate', () => {
  const some = (ids: number[]): Range => ({ ids, reachesOldest: false, reachesNewest: false });
  const apart = Ranges.none.withPage(some([10, 11])).withPage(some([20, 21]));
  assert.deepEqual(
    apart.all.map(({ ids }) => ids),
    [
      [10, 11],
      [20, 21],
    ],
  );
  assert.equal(apart.around(15), undefined);
  const whole = apart.withPage(some([11, 14, 20]));
  assert.deepEqual(whole.around(15)?.ids, [10, 11, 14, 20, 21]);
});

test('when something newer or older is found elsewhere, an end is no longer the end', () => {
  const end = (id: number): Range => ({ ids: [id], reachesOldest: true, reachesNewest: true });
  const { all } = Ranges.none.withPage(end(10)).withPage(end(20));
  assert.deepEqual(
    all.map(({ reachesOldest, reachesNewest }) => [reachesOldest, reachesNewest]),
    [
      [true, false],
      [false, true],
    ],
  );
});

test('a change that does not affect a narrow leaves its ranges identical', () => {
  const ranges = Ranges.none.withPage({ ids: [5, 6], reachesOldest: false, reachesNewest: false });
  assert.equal(ranges.withNew(9), ranges);
  assert.equal(ranges.without(new Set([7])), ranges);
  assert.equal(ranges.withMoved([2, 9]), ranges);
});

test('a range that reaches an end still reaches it after a page that ends there without saying so', () => {
  const whole: Range = { ids: [5, 6, 7], reachesOldest: true, reachesNewest: true };
  const reach = ({ reachesOldest, reachesNewest }: Range = whole) => [reachesOldest, reachesNewest];
  const unsure = (ids: number[]): Range => ({ ids, reachesOldest: false, reachesNewest: false });
  for (const ids of [[5, 6, 7], [7], [5], [6]]) {
    assert.deepEqual(reach(Ranges.none.withPage(whole).withPage(unsure(ids)).all[0]), [true, true]);
    assert.deepEqual(reach(Ranges.none.withPage(unsure(ids)).withPage(whole).all[0]), [true, true]);
  }
  const longer = Ranges.none.withPage(whole).withPage(unsure([4, 5, 6, 7, 8]));
  assert.deepEqual(reach(longer.all[0]), [false, false]);
});

test('an empty page is stored if the narrow is empty', () => {
  const empty = (reachesOldest: boolean, reachesNewest: boolean): Range => ({
    ids: [],
    reachesOldest,
    reachesNewest,
  });
  assert.equal(Ranges.none.withPage(empty(true, true)).all.length, 1);
  for (const range of [empty(true, false), empty(false, true), empty(false, false)])
    assert.equal(Ranges.none.withPage(range), Ranges.none);
  const emptied = Ranges.none.withPage({ ids: [5], reachesOldest: true, reachesNewest: false });
  assert.deepEqual(emptied.without(new Set([5])).all, []);
  const whole = Ranges.none.withPage({ ids: [5], reachesOldest: true, reachesNewest: true });
  assert.equal(whole.without(new Set([5])).all.length, 1);
  assert.deepEqual(whole.without(new Set([5])).withUnknownNewer().all, []);
  assert.deepEqual(whole.withUnknownNewer().all, [{ ids: [5], reachesOldest: true, reachesNewest: false }]);
});

test('the neighborhood of an id, also between two others, has as many ids on either side', () => {
  const ranges = Ranges.none.withPage({
    ids: [10, 20, 30, 40, 50, 60],
    reachesOldest: true,
    reachesNewest: true,
  });
  const near = (id: number, count: number) => {
    const [range] = ranges.near(id, count).all;
    return range && [range.ids, range.reachesOldest, range.reachesNewest];
  };
  assert.deepEqual(near(30, 1), [[20, 30, 40], false, false]);
  assert.deepEqual(near(35, 1), [[30, 40, 50], false, false]);
  assert.deepEqual(near(20, 1), [[10, 20, 30], true, false]);
  assert.deepEqual(near(50, 1), [[40, 50, 60], false, true]);
  assert.deepEqual(near(70, 2), [[50, 60], false, true]);
  assert.deepEqual(near(30, 9), [[10, 20, 30, 40, 50, 60], true, true]);
  assert.deepEqual(ranges.near(30, 0).all[0]?.ids, [30]);
  const inner = Ranges.none.withPage({ ids: [10, 20], reachesOldest: false, reachesNewest: false });
  assert.deepEqual(
    [9, 10, 20, 21].map((id) => inner.around(id) !== undefined),
    [false, true, true, false],
  );
  assert.equal(inner.near(5, 1), Ranges.none);
});

test('the newest range is cut to its end only if it is longer than the limit', () => {
  const ids = [1, 2, 3, 4, 5];
  const newest = Ranges.none.withPage({ ids, reachesOldest: true, reachesNewest: true });
  assert.equal(newest.withNewestOf(2, 5), newest);
  assert.deepEqual(newest.withNewestOf(2, 4).all, [
    { ids: [4, 5], reachesOldest: false, reachesNewest: true },
  ]);
  const older = Ranges.none.withPage({ ids, reachesOldest: true, reachesNewest: false });
  assert.equal(older.withNewestOf(2, 4), older);
});
