// Sorting the lines of an archive on disk: in key order, however many runs there are.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { SortedRuns } from '../../src/imports/prepared/sorted-runs.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Unordered lines, with duplicate keys and long lines in several scripts. */
const lines = Array.from({ length: 3000 }, (_, at) => ({
  key: ((at * 7919) % 1499) + 0.5,
  text: `${at}\t${at % 700 === 0 ? 'δ東'.repeat(100_000) : 'x'}`,
}));
const expected = lines
  .map((line, at) => ({ ...line, at }))
  .sort((a, b) => a.key - b.key || a.at - b.at)
  .map(({ text }) => text);

for (const maxCharacters of [1_000, 300_000, 1_000_000_000]) {
  test(`lines are in key order with runs of ${maxCharacters} characters`, async () => {
    const folder = temporaryFolder();
    const runs = new SortedRuns(folder, maxCharacters);
    for (const { key, text } of lines) await runs.add(key, text);
    const found: string[] = [];
    for await (const some of runs.sortedBatches()) found.push(...some);
    assert.equal(found.length, expected.length);
    assert.ok(found.every((text, at) => text === expected[at]));
    assert.deepEqual(await readdir(folder), []);
  });
}
