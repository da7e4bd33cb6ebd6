// What a database holds, as one hash for each table: two that are the same show that nothing was changed in between.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Reader } from '../../src/storage/session.ts';
import type { TestServer } from '../support/server.ts';

/** By table. */
export type Fingerprint = Readonly<Record<string, string>>;

/**
 * The counter of places in the log: a place that was drawn by a unit of work that was then refused
 * stays empty; and the log of deliveries, which also tells of those that were refused. What jobs write on their own is kept
 * still by closing the scheduler.
 */
const LEFT_OUT = new Set(['organization_sequence', 'webhook_delivery']);

const TABLES = {
  sqlite:
    "select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%' order by name",
  postgres:
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
};

/** Old entries of the log are removed now and then; what is asked is whether there are new ones. */
const WHAT_COUNTS: Readonly<Record<string, string>> = {
  event: 'select organization_id, max(sequence) as newest from event group by organization_id',
  sqlite_sequence: "select * from sqlite_sequence where name <> 'webhook_delivery'",
};

async function hashOf({ execute }: Reader, table: string): Promise<string> {
  const rows = await execute(WHAT_COUNTS[table] ?? `select * from "${table}"`, []);
  const hash = createHash('sha1');
  for (const row of rows.map((one) => JSON.stringify(one)).sort()) hash.update(row);
  return hash.digest('base64');
}

/** Everything that all organizations of a server have in tables. */
export function fingerprint({ server }: TestServer): Promise<Fingerprint> {
  const { database } = server.services;
  return database.snapshot(0, async (reader) => {
    const rows = await reader.execute(TABLES[reader.engine], []);
    const tables = rows.map(({ name }) => String(name)).filter((name) => !LEFT_OUT.has(name));
    const hashes: Record<string, string> = {};
    for (const table of tables) hashes[table] = await hashOf(reader, table);
    return hashes;
  });
}

/** Fails with the names of the tables that changed. */
export function assertSame(before: Fingerprint, after: Fingerprint): void {
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  assert.deepEqual(changed, [], 'something was changed');
}
