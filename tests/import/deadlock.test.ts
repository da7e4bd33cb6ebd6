// An import that takes its ids beside a server at work: where both wait for each other, PostgreSQL ends one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pastDeadlock } from '../../src/stores/imports/reserve-ids.ts';

/** Work that fails so often with a code, and counts how often it was done. */
function failing(times: number, code: string) {
  const work = { done: 0, run: async () => (++work.done > times ? 'taken' : Promise.reject(ended(code))) };
  return work;
}
const ended = (code: string) => Object.assign(new Error('ended by the database'), { code });

test('what a deadlock ended is done once more, and nothing else is', async () => {
  const once = failing(1, '40P01');
  assert.equal(await pastDeadlock(once.run), 'taken');
  const twice = failing(2, '40P01');
  await assert.rejects(pastDeadlock(twice.run), /ended by the database/);
  const other = failing(1, '23505');
  await assert.rejects(pastDeadlock(other.run), /ended by the database/);
  assert.deepEqual([once.done, twice.done, other.done], [2, 2, 1]);
});
