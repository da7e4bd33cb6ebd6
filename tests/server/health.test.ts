// `/health` and `/health/live`: whether the process answers, whether it can serve, and what keeps it from serving well.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { DiskSpace } from '../../src/files/disk-space.ts';
import { Health, type HealthReport } from '../../src/server/health.ts';
import { copyDemoTemplate, templateDatabase } from '../support/demo-template.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { startSwitchingProxy } from '../support/switching-proxy.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { needsPostgres } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const { services, scheduler } = server.server;

async function healthAt(path = '/health') {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, body: (await response.json()) as Partial<HealthReport> };
}

test('a server that lacks nothing is ready', async () => {
  await scheduler.runDue();
  assert.deepEqual(await healthAt(), { status: 200, body: { status: 'ok' } });
  assert.deepEqual(await healthAt('/health/live'), { status: 200, body: { status: 'live' } });
});

test('a server whose database fails is live and not ready', async (t) => {
  t.mock.method(services.database, 'isAlive', async () => false);
  assert.deepEqual(await healthAt(), { status: 503, body: { status: 'unavailable', database: 'silent' } });
  assert.equal((await healthAt('/health/live')).status, 200);
});

test('a database that is silent is unavailable after a time, and is asked once', async (t) => {
  const { promise: never } = Promise.withResolvers<never>();
  const isAlive = t.mock.method(services.database, 'isAlive', () => never);
  const health = new Health({ ...services, diskSpace: new DiskSpace(async () => ({ free: 1, size: 0 })) }, 1);
  for (let times = 0; times < 2; times++) assert.equal((await health.report()).status, 'unavailable');
  assert.equal(isAlive.mock.callCount(), 1);
});

test('a server is ready again once its database answers on new connections', needsPostgres, async () => {
  const databaseUrl = (await freshDatabase(templateDatabase)) ?? '';
  const proxy = await startSwitchingProxy(databaseUrl);
  const dataDirectory = temporaryFolder();
  await copyDemoTemplate(dataDirectory);
  const { url } = await startTestServer({ dataDirectory, databaseUrl: proxy.through(databaseUrl) });
  const statusOf = async () => (await fetch(`${url}/health`)).status;
  assert.equal(await statusOf(), 200);
  proxy.freeze();
  assert.equal(await statusOf(), 503);
  await waitUntil(async () => (await statusOf()) === 200);
});

test('a disk that has space again is found out without a write', {
  skip: testDatabaseUrl ? 'with PostgreSQL a full disk only degrades the server' : false,
}, async () => {
  const size = 100 * 1024 * MEBIBYTE;
  let free = 0;
  const { url } = await startTestServer({ readFreeSpace: async () => ({ free, size }) });
  const answer = async () => (await fetch(`${url}/health`)).json();
  assert.deepEqual(await answer(), { status: 'unavailable', reasons: ['disk_full'], disk: 'full' });
  free = size;
  assert.deepEqual(await answer(), { status: 'ok' });
});

test('a job that fails degrades the server until it succeeds', async (t) => {
  const [job] = scheduler.records();
  assert.ok(job);
  t.mock.method(services.log, 'error', () => undefined);
  const leave = t.mock.method(services.database, 'shouldLeaveWork', async () => {
    throw new Error('a failure');
  });
  await scheduler.runDue();
  const { status, body } = await healthAt();
  assert.deepEqual([status, body.status, body.reasons], [200, 'degraded', ['jobs_fail']]);
  assert.ok(body.failing_jobs?.includes(job.name), String(body.failing_jobs));
  leave.mock.restore();
  await scheduler.runDue();
  assert.deepEqual((await healthAt()).body, { status: 'ok' });
});

test('a server that does not hear of the commits of others is degraded', needsPostgres, async () => {
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  const name = new URL(server.databaseUrl ?? '').pathname.slice(1);
  await admin.query(`alter database ${name} with allow_connections false`);
  try {
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like '%advisory_lock_shared%'`,
      [name],
    );
    await waitUntil(async () => (await healthAt()).body.reasons?.includes('not_listening') ?? false);
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
  await waitUntil(async () => (await healthAt()).body.status === 'ok');
});
