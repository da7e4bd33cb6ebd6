// Suspicious findings of a check, which are verified a second time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SuspectFiles } from '../../src/cli/checks/suspects.ts';

test('findings that persist are counted, however many there are', async () => {
  let queries = 0;
  const suspects = new SuspectFiles(async (paths) => {
    queries = Math.max(queries, paths.length);
    return paths.filter((path) => !path.endsWith('7'));
  });
  for (let at = 0; at < 2500; at++) await suspects.add(`file-${at}`);
  await suspects.flush();
  assert.deepEqual([suspects.count, queries, suspects.text], [2250, 1000, 'file-0, file-1, file-2, …']);
});
