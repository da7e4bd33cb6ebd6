// A server's list of organizations: a slow read does not overwrite the result of one that started later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrganizationDirectory } from '../../src/server/organization-directory.ts';

test('the later of two concurrent reads of the list wins, whichever ends first', async () => {
  const answers: ((rows: readonly { id: number; host: string }[]) => void)[] = [];
  /** A reader whose answers arrive when the test sends them. */
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
