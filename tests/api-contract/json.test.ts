// Bounds on JSON input, checked on the text, in which the content of strings does not count.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isWithinBounds, type JsonBounds, parseJson } from '../../src/api-contract/json.ts';
import { limits } from '../../src/api-contract/limits.ts';

/** Counts what a value contains, on the parsed value. */
function sizeOf(value: unknown): JsonBounds {
  if (typeof value !== 'object' || value === null) return { depth: 0, names: 0, values: 0 };
  const members = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
    names: (Array.isArray(value) ? 0 : members.length) + members.reduce((sum, { names }) => sum + names, 0),
    values: Math.max(1, members.length) + members.reduce((sum, { values }) => sum + values, 0),
  };
}

test('a text is within the bounds exactly if its value is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      const size = sizeOf(value);
      assert.ok(isWithinBounds(text, size));
      for (const bound of ['depth', 'names', 'values'] as const) {
        assert.equal(isWithinBounds(text, { ...size, [bound]: size[bound] - 1 }), size[bound] === 0, bound);
      }
    }),
  );
});

test('the content of strings does not count', () => {
  const nothing = { depth: 0, names: 0, values: 0 };
  for (const text of ['[[[{{{,,,:::', '\\', '"', '\\"[', 'a\\\\"]["\\\\\\', '\u2028[']) {
    assert.ok(isWithinBounds(JSON.stringify(text), nothing), text);
  }
});

describe('the general bounds', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objectWithNames = (count: number) =>
    `{${Array.from({ length: count }, (_, i) => `"n${i}":1`).join()}}`;
  const filled = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
  const reachesBound = (name: 'jsonDepth' | 'jsonNames' | 'jsonValues', make: (size: number) => string) =>
    test(`bound ${name}: a value at the bound is parsed, a larger one is not`, () => {
      const bound = limits[name];
      assert.deepEqual(parseJson(make(bound)), JSON.parse(make(bound)));
      assert.equal(parseJson(make(bound + 1)), undefined);
    });
  reachesBound('jsonDepth', nested);
  reachesBound('jsonNames', objectWithNames);
  reachesBound('jsonValues', filled);
});

test('invalid JSON has no value', () => {
  for (const text of ['', ' ', 'x', '{', '"', '"\\', '[1', '1 2', 'nul', '\0', '[,]']) {
    assert.equal(parseJson(text), undefined, text);
  }
  assert.equal(parseJson(' null'), null);
});
