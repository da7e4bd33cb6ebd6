// Equality of JSON values, and values that share their equal parts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEqual, sharingEqualParts } from '../../web/lib/equal.ts';

test('JSON values are compared in depth', () => {
  const value = { a: [1, { b: null }], c: 'x' };
  assert.equal(isEqual(value, structuredClone(value)), true);
  assert.equal(isEqual({ a: 1 }, { a: 1, b: undefined }), true);
  for (const [a, b] of [
    [1, '1'],
    [null, {}],
    [{}, null],
    [[], {}],
    [{}, []],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[1, 2], [1]],
    [value, { ...value, a: [1, { b: 0 }] }],
    [undefined, null],
    [{}, 'x'],
  ])
    assert.equal(isEqual(a, b), false, JSON.stringify([a, b]));
});

test('a value shares the parts that are equal to those of an earlier one', () => {
  const before = {
    rows: [
      { id: 1, names: ['a'] },
      { id: 2, names: ['b'] },
    ],
    title: 'x',
  };
  const after = sharingEqualParts(before, {
    rows: [
      { id: 1, names: ['a'] },
      { id: 2, names: ['c'] },
    ],
    title: 'x',
  });
  assert.deepEqual(after, {
    rows: [
      { id: 1, names: ['a'] },
      { id: 2, names: ['c'] },
    ],
    title: 'x',
  });
  assert.equal(after.rows[0], before.rows[0]);
  assert.notEqual(after.rows[1], before.rows[1]);
  assert.deepEqual(before.rows[1]?.names, ['b']);
});

test('an equal value is the earlier one itself', () => {
  const before = { rows: [{ id: 1 }], more: undefined };
  assert.equal(sharingEqualParts(before, { rows: [{ id: 1 }] }), before);
});

test('a value with fewer or more parts, or of another kind, is not taken for the earlier one', () => {
  for (const [before, after] of [
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [[1, 2], [1]],
    [[1], [1, 2]],
    [[], {}],
    [{}, []],
    [undefined, [{}]],
    [{ a: null }, { a: {} }],
  ] as const)
    assert.deepEqual(sharingEqualParts(before, after), after);
});
