// The audit log: who may read it, and filters by kind, people and time, page by page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely';
import type { WireAuditEntry } from '../../src/model/audit/audit-entry.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { type AuditFilter, readEntries } from '../../src/stores/audit/audit-store.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, mia] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
]);
const MODERATOR = 300;
const MEMBER = 400;

const entriesOf = async (filter: Json = {}) => (await olive.ok('GET', '/audit_log', filter)).entries;
const giveRole = (client: ApiClient, whom: ApiClient, role: number) =>
  client.ok('PATCH', `/users/${whom.userId}`, { role });

test('a role change is recorded with actor, account, and the role before and after', async () => {
  const from = Math.floor(Date.now() / 1000);
  await giveRole(olive, mel, MODERATOR);
  const [entry] = await entriesOf();
  assert.ok(entry.timestamp >= from);
  const { id: _, timestamp: __, ...content } = entry;
  assert.deepEqual(content, {
    kind: 'role_changed',
    by_command: false,
    acting_user_id: olive.userId,
    affected_user_id: mel.userId,
    stream_id: null,
    group_id: null,
    ip_address: null,
    count: 1,
    details: { old: MEMBER, new: MODERATOR },
  });
  await giveRole(olive, mel, MEMBER);
});

test('refused changes are not recorded', async () => {
  const before = await entriesOf();
  await adam.refused('PATCH', `/users/${olive.userId}`, { role: MEMBER }, 'UNAUTHORIZED_PRINCIPAL');
  assert.deepEqual(await entriesOf(), before);
});

test('only owners read the audit log', async () => {
  for (const client of [adam, mel, await server.as('gus'), await server.as('helper')]) {
    const ownersOnly = 'Must be an organization owner';
    await client.refused('GET', '/audit_log', {}, 'UNAUTHORIZED_PRINCIPAL', ownersOnly);
  }
  const { status } = await server.anonymous.request('GET', '/audit_log');
  assert.equal(status, 401);
});

test('pages follow each other in both directions, without gaps or duplicates', async () => {
  for (let index = 0; index < 3; index++) {
    await giveRole(adam, mia, MODERATOR);
    await giveRole(adam, mia, MEMBER);
  }
  const all: WireAuditEntry[] = await entriesOf({ limit: 1000 });
  const ids = all.map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
  const older: WireAuditEntry[] = [];
  for (;;) {
    const page = await entriesOf({ limit: 4, before: older.at(-1)?.id });
    assert.ok(page.length <= 4);
    older.push(...page);
    if (page.length < 4) break;
  }
  assert.deepEqual(older, all);
  const newer: WireAuditEntry[] = [];
  for (;;) {
    const page = await entriesOf({ limit: 4, after: newer[0]?.id ?? 0 });
    newer.unshift(...page);
    if (page.length < 4) break;
  }
  assert.deepEqual(newer, all);
  const [third, first] = [all[2]?.id, all[0]?.id];
  assert.deepEqual(await entriesOf({ after: third, before: first }), [all[1]]);
  await olive.refused('GET', '/audit_log', { limit: 0 }, 'BAD_REQUEST');
  await olive.refused('GET', '/audit_log', { limit: 1001 }, 'BAD_REQUEST');
});

test('the log can be filtered by kind, actor, account and time', async () => {
  const all: WireAuditEntry[] = await entriesOf({ limit: 1000 });
  const those = (keep: (entry: WireAuditEntry) => boolean) => all.filter(keep);
  const kind = 'role_changed';
  assert.deepEqual(
    await entriesOf({ kind, limit: 1000 }),
    those((entry) => entry.kind === kind),
  );
  assert.deepEqual(
    await entriesOf({ acting_user_id: adam.userId, limit: 1000 }),
    those((entry) => entry.acting_user_id === adam.userId),
  );
  assert.equal((await entriesOf({ acting_user_id: adam.userId, affected_user_id: mia.userId })).length, 6);
  assert.deepEqual(await entriesOf({ acting_user_id: adam.userId, affected_user_id: mel.userId }), []);
  assert.deepEqual(await entriesOf({ kind: 'organization_deactivated' }), []);
  const now = Math.floor(Date.now() / 1000);
  assert.deepEqual(await entriesOf({ since: now + 60 }), []);
  assert.deepEqual(await entriesOf({ until: 1_000_000 }), []);
  assert.deepEqual(await entriesOf({ since: 1_000_000, until: now + 60, limit: 1000 }), all);
});

/** SQLite's query plans of all statements for a filter. */
async function plansOf(filter: Partial<AuditFilter>): Promise<string[]> {
  const reader = server.server.services.database.reader(1);
  const db = reader.db as Kysely<Schema>;
  const statements: CompiledQuery[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await readEntries({ ...reader, db: db.withPlugin(recorder) }, { limit: 10, ...filter });
  const steps = await Promise.all(
    statements.map(({ sql, parameters }) => reader.execute(`explain query plan ${sql}`, parameters)),
  );
  return steps.flat().map(({ detail }) => String(detail));
}

const onSqlite = { skip: testDatabaseUrl ? 'PostgreSQL walks tables that are small' : false };

test('no filter scans or sorts the table', onSqlite, async () => {
  const kind = 'role_changed';
  const questions: Partial<AuditFilter>[] = [
    {},
    { before: 9 },
    { after: 2 },
    { kind },
    { actingId: 4 },
    { accountId: 4, kind, before: 9 },
    { kind, since: 1, until: 9_999_999_999, after: 2 },
  ];
  for (const filter of questions) {
    const steps = await plansOf(filter);
    assert.ok(steps.length > 0);
    for (const step of steps) assert.match(step, /^SEARCH audit_entry USING (COVERING )?INDEX audit_entry_/);
  }
});
