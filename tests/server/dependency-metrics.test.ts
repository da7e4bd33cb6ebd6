// Metrics of what the server depends on: deliveries, backups, the certificate of its address, standbys, and degradation.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CertificateExpiry } from '../../src/server/metrics/certificate-expiry.ts';
import { lastBackupAt, recordBackup } from '../../src/stores/job-marks/backup-store.ts';
import { skipWithout } from '../packaging/other-programs.ts';
import { selfSigned } from '../support/certificate.ts';
import { root, run, runningDemo } from '../support/command-line.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { upload } from '../uploads/support.ts';

const server = await startTestServer();
const { services } = server.server;

/** The value of a sample, by its name and labels as written. */
async function sample(name: string, url = server.url): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((line) => line.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('a waiting poll that receives a message is measured, and one that comes for it later is not', async () => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const queue = await mia.registerQueue({ event_types: ['message'] });
  const count = () => sample('parley_delivery_seconds_count');
  const before = (await count()) ?? 0;
  await mel.sendToChannel('general', 'delivery', 'before the poll');
  assert.equal((await queue.next()).length, 1);
  assert.equal(await count(), before);
  const next = queue.next();
  await waitUntil(async () => (await sample('parley_event_queues{state="waiting"}')) === 1);
  await mel.sendToChannel('general', 'delivery', 'during the poll');
  assert.equal((await next).length, 1);
  assert.equal(await count(), before + 1);
  assert.equal(await sample('parley_delivery_seconds_bucket{le="30"}'), before + 1);
});

test('a message is as old as the time since its unit ran, not since it was read', async (t) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const queue = await mia.registerQueue({ event_types: ['message'] });
  const next = queue.next();
  await waitUntil(async () => (await sample('parley_event_queues{state="waiting"}')) === 1);
  const sum = () => sample('parley_delivery_seconds_sum');
  const before = (await sum()) ?? 0;
  t.mock.method(services.hubs.deliveries, 'add', (seconds: number) => {
    services.hubs.deliveries.sum += seconds;
  });
  const hub = await server.server.directory.hubForHost('x');
  const { apply } = hub;
  t.mock.method(hub, 'apply', (committed: Parameters<typeof apply>[0]) =>
    apply.call(hub, {
      ...committed,
      entries: committed.entries.map((entry) =>
        entry.sentAt === undefined ? entry : { ...entry, sentAt: entry.sentAt - 60_000 },
      ),
    }),
  );
  await mel.sendToChannel('general', 'delivery', 'late');
  await next;
  const age = ((await sum()) ?? 0) - before;
  assert.ok(age >= 60, `${age}`);
});

test('a complete backup is recorded, and one without its files is not', async () => {
  const demo = await runningDemo();
  const { database } = demo.server.server.services;
  const name = 'parley_backup_last_success_seconds';
  assert.equal(await sample(name, demo.server.url), 0);
  assert.equal((await run('backup', join(root, 'recorded'), ...demo.storageFlags)).status, 0);
  const recorded = (await sample(name, demo.server.url)) ?? 0;
  assert.ok(Math.abs(recorded - Date.now() / 1000) < 3600, `${recorded}`);
  await database.write(0, (writer) => recordBackup(writer, 4));
  const ofAnother = await run('backup', '--record-only', ...demo.storageFlags);
  assert.deepEqual(ofAnother, { status: 0, out: 'Recorded a backup.\n', err: '' });
  assert.ok(((await sample(name, demo.server.url)) ?? 0) > 4);
  assert.equal((await run('backup', 'x', '--record-only', ...demo.storageFlags)).status, 2);
  await database.write(0, (writer) => recordBackup(writer, 5));
  const mel = await demo.server.as('mel');
  await upload(mel, 'lost.txt', 'lost');
  await rm(join(demo.server.dataDirectory, 'uploads'), { recursive: true });
  assert.equal((await run('backup', join(root, 'incomplete'), ...demo.storageFlags)).status, 1);
  assert.equal(await lastBackupAt(database.reader(0)), 5);
});

test('the end of the certificate is read at the public address', async () => {
  const { keyText: key, certificate: cert } = selfSigned();
  const proxy = createServer({ key, cert }).listen(0, '127.0.0.1');
  after(() => proxy.close());
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const expiry = new CertificateExpiry(`https://127.0.0.1:${port}`);
  await expiry.read();
  assert.equal(expiry.seconds, Date.UTC(2049, 11, 31, 23, 59, 59) / 1000);
  // A proxy that is down leaves the last reading, so its alert stays.
  proxy.closeAllConnections();
  proxy.close();
  await once(proxy, 'close');
  await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'));
  await expiry.read();
  assert.equal(expiry.seconds, Date.UTC(2049, 11, 31, 23, 59, 59) / 1000);
  assert.equal(new CertificateExpiry('http://chat.example.com').seconds, undefined);
  assert.equal(new CertificateExpiry(undefined).seconds, undefined);
});

test('a server that is degraded says why, and that it is ready', async (t) => {
  assert.equal(await sample('parley_ready'), 1);
  assert.equal(await sample('parley_degraded{reason="disk_low"}'), 0);
  t.mock.method(services.diskSpace, 'state', async () => 'low');
  assert.equal(await sample('parley_degraded{reason="disk_low"}'), 1);
  t.mock.method(services.database, 'isAlive', async () => false);
  assert.equal(await sample('parley_ready'), 0);
});

/** Receives the write-ahead log as a standby does, and is enough to be one to the database. */
const receivewal = 'pg_receivewal';
test('a standby is reported with what it has not received', {
  skip: testDatabaseUrl ? skipWithout(receivewal) : 'needs PostgreSQL',
}, async () => {
  const name = `standby_${process.pid}`;
  const standby = spawn(
    receivewal,
    ['-D', temporaryFolder(), '-d', `${testDatabaseUrl}?application_name=${name}`, '--no-loop'],
    { stdio: 'ignore' },
  );
  const ended = once(standby, 'exit');
  try {
    await waitUntil(async () => (await sample(`parley_replica_lag_bytes{replica="${name}"}`)) !== undefined);
    assert.ok(((await sample('parley_replicas{state="asynchronous"}')) ?? 0) >= 1);
  } finally {
    standby.kill('SIGKILL');
    await ended;
  }
  await waitUntil(async () => (await sample(`parley_replica_lag_bytes{replica="${name}"}`)) === undefined);
});
