// A table of actions and their audit log entries, shared by the `audited-*.test.ts` files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { type AuditedEntry, audited } from './audited.ts';

type Expected = { readonly [K in keyof AuditedEntry]?: AuditedEntry[K] | undefined };

/** Starts a server that ends with the test file; `secrets` collects values that no entry may contain. */
export async function auditedTable() {
  const server = await startTestServer();
  const { database } = server.server.services;
  const [olive, adam, mel, mia, max] = await Promise.all([
    server.as('olive'),
    server.as('adam'),
    server.as('mel'),
    server.as('mia'),
    server.as('max'),
  ]);
  const secrets: string[] = [olive.apiKey, mel.apiKey, 'demo-password'];
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');

  /** A row of the table: an action, and its entries, with olive as the actor by default. */
  function expectEntries(
    what: string,
    act: () => Promise<unknown>,
    expected: () => readonly Expected[],
  ): void {
    test(what, async () => {
      const entries = await audited(olive, act);
      const by = { acting_user_id: olive.userId };
      assert.deepEqual(
        entries,
        expected().map((entry) => JSON.parse(JSON.stringify({ ...by, details: {}, ...entry }))),
      );
    });
  }

  /** The last row: none of the collected secrets appears in any entry. */
  function expectNoSecret(): void {
    test('no password, key, token or secret address appears in any entry', async () => {
      const rows = await database.reader(1).db.selectFrom('audit_entry').selectAll().execute();
      const text = JSON.stringify(rows);
      assert.ok(rows.length > 0 && secrets.length > 3, 'there were some');
      for (const secret of secrets) {
        assert.ok(secret.length > 5, 'a secret is missing');
        assert.equal(text.includes(secret), false);
      }
      for (const column of ['password_hash', 'api_key_hash', 'api_key_sealed'] as const) {
        const accounts = await database.reader(1).db.selectFrom('account').select(column).execute();
        for (const account of accounts)
          assert.equal(account[column] !== null && text.includes(String(account[column])), false);
      }
    });
  }

  return {
    ...{ server, olive, adam, mel, mia, max, secrets, expectEntries, expectNoSecret },
    groupOf: (role: string): number =>
      groups.find(({ name }: { name: string }) => name === `role:${role}`).id,
  };
}
