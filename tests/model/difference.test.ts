// The comparison of memory with the tables finds relevant differences, and only those.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../support/difference.ts';
import { withoutVolatile } from '../support/visible-state.ts';

type Values = Record<string, unknown>;

const cases: readonly (readonly [what: string, cached: Values, fresh: Values, found: RegExp | undefined])[] =
  [
    ['the same', { a: { b: [1] } }, { a: { b: [1] } }, undefined],
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, /^a in memory: .*1.*, and in the tables: .*2/],
    ['something more', { a: 1 }, { a: 1, b: 2 }, /^b in memory: undefined, and in the tables: 2/],
    ['another moment', { a: { timestamp: 1, b: 1 } }, { a: { timestamp: 2, b: 1 } }, undefined],
    [
      'another moment and value',
      { a: { timestamp: 1, b: 1 } },
      { a: { timestamp: 2, b: 2 } },
      /^a in memory/,
    ],
    ['what is not sent', { a: { b: undefined } }, { a: {} }, undefined],
  ];

for (const [what, cached, fresh, found] of cases) {
  test(what, () => {
    const text = difference(cached, fresh, withoutVolatile);
    if (found) assert.match(text ?? '', found);
    else assert.equal(text, undefined);
  });
}

test('times count where nothing is ignored', () => {
  assert.match(difference({ a: { timestamp: 1 } }, { a: { timestamp: 2 } }) ?? '', /timestamp/);
});
