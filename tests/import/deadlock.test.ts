// An import that allocates ids while a server is busy: in a deadlock, PostgreSQL aborts one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterDeadlock } from '../../src/stores/imports/reserve-ids.ts';

/** Work that fails this many times with a code, and counts its runs. */
function workFailing(times: number, code: string) {
  const work = {
    done: 0,
    run: async () => (++work.done > times ? 'taken' : Promise.reject(databaseError(code))),
  };
  return work;
}
const databaseError = (code: string) => Object.assign(new Error('ended by the database'), { code });

test('work aborted by a deadlock is repeated, and other failures are not', async () => {
  const deadlock = workFailing(1, '40P01');
  assert.equal(await retryAfterDeadlock(deadlock.run), 'taken');
  const twoDeadlocks = workFailing(2, '40P01');
  await assert.rejects(retryAfterDeadlock(twoDeadlocks.run), /ended by the database/);
  const otherError = workFailing(1, '23505');
  await assert.rejects(retryAfterDeadlock(otherError.run), /ended by the database/);
  assert.deepEqual([deadlock.done, twoDeadlocks.done, otherError.done], [2, 2, 1]);
});
