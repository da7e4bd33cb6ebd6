// Every bound of src/api-contract/limits.ts is reached by a test. Such a test says so: its name begins with `bound` and the
// names of the bounds, or it is made by a function whose name begins with `reaches` and whose first argument is the bound.
// That a test sees its bound, rather than names it, is shown by `npm run mutants -- --bounds`, which lifts one after another.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits } from '../../src/api-contract/limits.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** No behaviour hangs on these: they are only told to clients, or state what a library is given. */
const ONLY_TOLD: ReadonlySet<string> = new Set(['longPollTimeoutSeconds']);

function* namedIn(source: string): Generator<string> {
  for (const [, names = ''] of source.matchAll(/\btest\(\s*(?:\n\s*)?['"`]bound ((?:\w+ ?)+):/g)) {
    yield* names.trim().split(' ');
  }
  for (const [, name = ''] of source.matchAll(/\breaches\w+\(\s*'(\w+)'/g)) yield name;
}

const named = new Set(
  globSync('tests/**/*.test.ts', { cwd: root }).flatMap((file) => [
    ...namedIn(readFileSync(`${root}/${file}`, 'utf8')),
  ]),
);

test('every bound is reached by a test', () => {
  const without = Object.keys(limits).filter((name) => !named.has(name) && !ONLY_TOLD.has(name));
  assert.deepEqual(without, []);
});

test('tests name bounds that there are', () => {
  assert.deepEqual(
    [...named].filter((name) => !Object.hasOwn(limits, name)),
    [],
  );
});
