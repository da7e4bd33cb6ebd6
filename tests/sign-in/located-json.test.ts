// Configuration files are read like `JSON.parse` reads them, and each value has its line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationError } from '../../src/integrations/configuration/configuration-error.ts';
import { readLocatedJson } from '../../src/integrations/configuration/located-json.ts';

const read = (text: string) => readLocatedJson('file.json', text);

/** Texts of one value that `JSON.parse` accepts. */
const values = [
  'true',
  'false',
  'null',
  '0',
  '-0.5',
  '-12.75e+3',
  '1E-2',
  '""',
  '"a \\" \\\\ \\/ \\b \\f \\n \\r \\t"',
  '"\\u0041\\u00e4\\u9fFa\\uD83D\\ude00"',
  '"ä😀"',
  '{}',
  '[]',
  '[1, [2, {"a": [null]}], "\\u0030"]',
  '{"a": {"b": 1}, "c": []}',
  '\t\r\n {"a" \n: 1 ,\n"b":2} \n',
];
for (const text of values)
  test(`${JSON.stringify(text)} is a value`, () => assert.deepEqual(read(text).value, JSON.parse(text)));

/** Texts that it refuses. */
const errors = [
  '01',
  '+1',
  '.5',
  '1.',
  '1e',
  '-',
  'True',
  "'a'",
  '"\n"',
  '"\\x41"',
  '"\\u004"',
  '[1,]',
  '{a: 1}',
];
for (const text of errors)
  test(`${JSON.stringify(text)} is refused`, () => {
    assert.throws(() => JSON.parse(text));
    assert.throws(() => read(text), ConfigurationError);
  });

test('twenty nested values are read, and no more', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  assert.deepEqual(read(nested(20)).value, JSON.parse(nested(20)));
  assert.throws(() => read(nested(21)), /nested too deeply/);
});

test('a value has the line where it begins, and a missing one that of the innermost value around it', () => {
  const { lineOf } = read('\n{"a": 1,\n "b":\n [5,\n {"c": 6}]}');
  assert.deepEqual(
    [[], ['a'], ['b'], ['b', 0], ['b', 1], ['b', 1, 'c'], ['b', 1, 'd'], ['b', 2, 'c'], ['d']].map((path) =>
      lineOf(path),
    ),
    [2, 2, 3, 4, 5, 5, 5, 3, 2],
  );
});
