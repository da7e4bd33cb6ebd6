// Bounds of the audit log: entries per answer, size of an entry, and age.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/actions/audit/audit.ts';
import { defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { allJobs } from '../../src/jobs/all-jobs.ts';
import type { Job } from '../../src/jobs/job.ts';
import type { WireAuditEntry } from '../../src/model/audit/audit-entry.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const DAY = 86_400;
const server = await startTestServer();
const { services } = server.server;
const olive = await server.as('olive');
const entriesOf = async (filter: Json = {}): Promise<WireAuditEntry[]> =>
  (await olive.ok('GET', '/audit_log', { limit: 1000, ...filter })).entries;
const add = (details: Json, times = 1) =>
  services.database.write(1, async (writer) => {
    for (let index = 0; index < times; index++) await audit(writer, { kind: 'domain_added', details });
  });

test('bound auditEntriesPerRequest: an answer has that many entries', async () => {
  await add({ name: 'many.example' }, limits.auditEntriesPerRequest + 1);
  assert.equal((await entriesOf({ limit: limits.auditEntriesPerRequest })).length, 1000);
  const { status } = await olive.request('GET', '/audit_log', { limit: limits.auditEntriesPerRequest + 1 });
  assert.equal(status, 400);
});

test('bound auditTextCodePoints auditListItems: long values are truncated', async () => {
  const text = '😀'.repeat(limits.auditTextCodePoints);
  const list = Array.from({ length: limits.auditListItems + 1 }, (_, index) => index);
  await add({ new: text, old: `${text}!`, user_ids: list, group_ids: list.slice(1), deep: [[[[['x']]]]] });
  const [entry] = await entriesOf({ limit: 1 });
  assert.deepEqual(entry?.details, {
    new: text,
    old: `${text}…`,
    user_ids: list.slice(0, -1),
    user_ids_count: list.length,
    group_ids: list.slice(1),
    deep: [[['…']]],
  });
});

/** The job that deletes old entries, on a server that stores them for this many days; undefined for ever. */
function sweeper(auditDays: number | undefined): Job | undefined {
  const jobs = allJobs({ ...services, bounds: { ...defaultConfiguredLimits, auditDays } } as never);
  return jobs.find(({ name }) => name === 'forget-audit-entries');
}

test('bound auditDays: entries are stored for that many days', async () => {
  assert.equal(defaultConfiguredLimits.auditDays, limits.auditDays);
  const sweep = sweeper(defaultConfiguredLimits.auditDays);
  const before = await entriesOf();
  const oldest = Math.min(...before.map(({ timestamp }) => timestamp));
  const signal = new AbortController().signal;
  await sweep?.run(oldest + limits.auditDays * DAY, signal);
  assert.deepEqual(await entriesOf(), before);
  assert.equal(sweeper(undefined), undefined);
  await sweep?.run(oldest + limits.auditDays * DAY + 1, signal);
  assert.ok((await entriesOf()).every(({ timestamp }) => timestamp > oldest));
});

test('bound auditEntriesPerSweep: a sweep removes that many at once, oldest first', async () => {
  await add({ name: 'a.example' }, 5);
  const before = await entriesOf();
  const far = Date.now() / 1000 + 2 * DAY;
  await withLimit('auditEntriesPerSweep', 2, async () => sweeper(1)?.run(far, new AbortController().signal));
  assert.deepEqual(await entriesOf(), before.slice(0, -2));
});
