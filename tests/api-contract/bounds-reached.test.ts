// Every bound of src/api-contract/limits.ts is reached by a test. Such a test's title begins with `bound` and the names of
// the bounds, or a function whose name begins with `reaches` declares it with the bound as its first argument.
// `npm run mutants -- --bounds` removes one bound after another and checks that its test then fails.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits } from '../../src/api-contract/limits.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bounds that are only sent to clients or passed to a library. */
const NOT_ENFORCED_HERE: ReadonlySet<string> = new Set(['longPollTimeoutSeconds']);

function* namedIn(source: string): Generator<string> {
  for (const [, names = ''] of source.matchAll(/\btest\(\s*(?:\n\s*)?['"`]bound ((?:\w+ ?)+):/g)) {
    yield* names.trim().split(' ');
  }
  for (const [, name = ''] of source.matchAll(/\breaches\w+\(\s*'(\w+)'/g)) yield name;
}

const reachedBounds = new Set(
  globSync('tests/**/*.test.ts', { cwd: root }).flatMap((file) => [
    ...namedIn(readFileSync(`${root}/${file}`, 'utf8')),
  ]),
);

test('every bound is reached by a test', () => {
  const unreachedBounds = Object.keys(limits).filter(
    (name) => !reachedBounds.has(name) && !NOT_ENFORCED_HERE.has(name),
  );
  assert.deepEqual(unreachedBounds, []);
});

test('tests name existing bounds only', () => {
  assert.deepEqual(
    [...reachedBounds].filter((name) => !Object.hasOwn(limits, name)),
    [],
  );
});
