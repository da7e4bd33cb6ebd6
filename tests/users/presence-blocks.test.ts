// Properties of presence in memory, compared with a naive list of rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as assertProperty, constantFrom, nat, property, tuple } from 'fast-check';
import { PresenceInMemory, type PresenceRow } from '../../src/model/presence/presence-in-memory.ts';

const PEOPLE = 300;

/** The rows that blocks hold, in their order. */
function rowsOf(presence: PresenceInMemory, after = -1): PresenceRow[] {
  return presence.blocksAfter(after).flatMap(({ rows }) => rows);
}

/** Presence as it is loaded; rows of different servers may have the same update id. */
function loadedPresence(): PresenceInMemory {
  const presence = new PresenceInMemory();
  presence.load(
    Array.from({ length: PEOPLE / 2 }, (_, accountId) => ({
      accountId,
      activeAt: null,
      idleAt: accountId,
      updateId: accountId >> 3,
    })),
  );
  return presence;
}

test('blocks hold the newest row of each person in the order of update ids', async () => {
  const reports = array(tuple(nat(PEOPLE - 1), constantFrom('active', 'idle')), {
    maxLength: 1500,
    size: 'max',
  });
  await assertProperty(
    property(reports, (reports) => {
      const presence = loadedPresence();
      const expected = new Map(rowsOf(presence).map((row) => [row.accountId, row]));
      assert.equal(expected.size, PEOPLE / 2);
      for (const [now, [accountId, status]] of reports.entries()) {
        presence.report(accountId, status, now);
        const row = presence.get(accountId);
        expected.delete(accountId);
        expected.set(accountId, { accountId, activeAt: null, idleAt: null, updateId: 0, ...row });
      }
      const rows = [...expected.values()];
      assert.deepEqual(rowsOf(presence), rows);
      for (const { updateId } of rows.slice(-200)) {
        const isLater = (row: PresenceRow) => row.updateId > updateId;
        assert.deepEqual(rowsOf(presence, updateId).filter(isLater), rows.filter(isLater));
      }
    }),
    { numRuns: 20 },
  );
});

test('people who leave one after another do not leave a block each', () => {
  const presence = new PresenceInMemory();
  for (let round = 0; round < PEOPLE; round++)
    for (let accountId = round; accountId < PEOPLE; accountId++) presence.report(accountId, 'idle', round);
  assert.equal(rowsOf(presence).length, PEOPLE);
  const { length } = presence.blocksAfter(-1);
  assert.ok(length <= PEOPLE / 8, `${length} blocks`);
});
