// The list of organizations as a server knows it: a reading that took long takes nothing back of one that began later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrganizationDirectory } from '../../src/server/organization-directory.ts';

test('of two readings of the list at once the later one holds, whichever ends first', async () => {
  const answers: ((rows: readonly { id: number; host: string }[]) => void)[] = [];
  /** A reader whose answers come when the test gives them. */
  const query = (table: string) => {
    const chain = {
      selectAll: () => chain,
      orderBy: () => chain,
      execute: () =>
        table === 'organization' ? new Promise((resolve) => answers.push(resolve)) : Promise.resolve([]),
    };
    return chain;
  };
  const database = { reader: () => ({ db: { selectFrom: query } }) };
  const directory = new OrganizationDirectory(database as never, { forget: async () => undefined } as never);
  const first = directory.refresh();
  const second = directory.refresh();
  answers[1]?.([{ id: 1, host: '' }]);
  await second;
  assert.equal(directory.isEmpty, false);
  answers[0]?.([]);
  await first;
  assert.equal(directory.isEmpty, false);
});
