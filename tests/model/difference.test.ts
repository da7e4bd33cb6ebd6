// The comparison of memory with the tables finds relevant differences, and only those.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../support/difference.ts';
import { withoutVolatile } from '../support/visible-state.ts';

type Values = Record<string, unknown>;

const cases: readonly (readonly [what: string, cached: Values, fresh: Values, found: RegExp | undefined])[] =
  [
    ['equal values', { a: { b: [1] } }, { a: { b: [1] } }, undefined],
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, /^a in memory: .*1.*, and in the tables: .*2/],
    ['an additional field', { a: 1 }, { a: 1, b: 2 }, /^b in memory: undefined, and in the tables: 2/],
    ['another timestamp', { a: { timestamp: 1, b: 1 } }, { a: { timestamp: 2, b: 1 } }, undefined],
    [
      'another timestamp and value',
      { a: { timestamp: 1, b: 1 } },
      { a: { timestamp: 2, b: 2 } },
      /^a in memory/,
    ],
    ['an undefined field', { a: { b: undefined } }, { a: {} }, undefined],
  ];

for (const [what, cached, fresh, found] of cases) {
  test(`${what} ${found ? 'is a difference' : 'is not a difference'}`, () => {
    const text = difference(cached, fresh, withoutVolatile);
    if (found) assert.match(text ?? '', found);
    else assert.equal(text, undefined);
  });
}

test('times count where nothing is ignored', () => {
  assert.match(difference({ a: { timestamp: 1 } }, { a: { timestamp: 2 } }) ?? '', /timestamp/);
});
