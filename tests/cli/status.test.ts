// `status`: what it prints of a running server, of one that is degraded, and of none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSamples } from '../../src/cli/status/read-samples.ts';
import { statusFindings } from '../../src/cli/status/status.ts';
import type { DegradedReason } from '../../src/server/health.ts';
import { run, runningDemo } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';

const NOW = 1_000_000;

/** The lines for a state of a server. */
function linesOf(health: Parameters<typeof statusFindings>[0]['health'], metrics = ''): string[] {
  const state = {
    address: 'http://localhost:9991',
    version: '1.2.3',
    health,
    samples: parseSamples(metrics),
  };
  return statusFindings(state, NOW).map(
    (line) => `${line.is_right ? 'ok' : 'FAILED'} ${line.check}: ${line.detail}`,
  );
}

test('a running server is live and ready, and needs a backup', async () => {
  const { server, storageFlags } = await runningDemo();
  const mel = await server.as('mel');
  await mel.sendToChannel('general', 'status', 'counted');
  await server.server.scheduler.runDue();
  const flags = ['--port', String(server.server.port), ...storageFlags];
  const { status, out, err } = await run('status', ...flags);
  assert.deepEqual([status, err], [1, '']);
  assert.match(out, /^ok {6}live +Parley \S+ answers at http:\/\/127\.0\.0\.1:\d+\.$/m);
  assert.match(out, /^ok {6}ready +The server can serve, and lacks nothing\.$/m);
  assert.match(out, /^ok {6}sends +100\.0 % of 1 messages/m);
  assert.match(out, /^ok {6}clients +0 clients wait/m);
  assert.match(out, /^FAILED {2}backup +There is no complete backup/m);
  assert.match(out, /^ok {6}disk +[\d.]+ \w+ of/m);
  assert.equal((await run('backup', '--record-only', ...storageFlags)).status, 0);
  const later = await run('status', '--json', ...flags);
  assert.equal(later.status, 0);
  const { status: word, is_right: isRight, lines } = JSON.parse(later.out);
  assert.deepEqual([word, isRight, lines[0].check], ['ok', true, 'live']);
});

test('no server, another program and one that stops are told apart', async () => {
  const port = await freePort();
  const { status, out } = await run('status', '--port', String(port));
  assert.equal(status, 1);
  assert.match(
    out,
    /^FAILED {2}live {2}No Parley server answers at http:\/\/127\.0\.0\.1:\d+\. Check --host and --port/,
  );
  assert.deepEqual(linesOf(undefined), [
    'ok live: Parley 1.2.3 answers at http://localhost:9991.',
    'FAILED ready: The server is stopping.',
  ]);
});

test('a degraded server is ready, and each reason says what to do', () => {
  const degraded = {
    status: 'degraded' as const,
    reasons: ['disk_low', 'clock_wrong', 'not_listening', 'jobs_fail'] satisfies DegradedReason[],
    clock_ahead_seconds: -90,
    failing_jobs: ['retention'],
  };
  assert.deepEqual(linesOf(degraded).slice(1), [
    'ok ready: The server can serve, and is degraded:',
    'FAILED degraded: Files are refused, since the disk is nearly full. Free some space.',
    "FAILED degraded: The clock of this machine is 90 seconds behind the database's. Correct it.",
    'FAILED degraded: The connection for notifications of other servers is down, so their events arrive seconds late.',
    'FAILED degraded: Jobs fail: retention. The log has the cause.',
    'ok figures: Metrics are read on the machine of the server only, or at --metrics-port.',
  ]);
  assert.match(linesOf({ status: 'unavailable', reasons: ['disk_full'] })[1] ?? '', /its disk is full/);
  const silent = { status: 'unavailable' as const, database: 'silent' as const };
  for (const health of [silent, { ...silent, reasons: ['disk_full' as const] }])
    assert.equal(linesOf(health)[1], 'FAILED ready: The database does not answer.');
});

test('figures beyond the thresholds of the alerts fail', () => {
  const metrics = `# HELP
parley_up 1
parley_requests_total{operation="send-message",status="2xx"} 990
parley_requests_total{operation="send-message",status="5xx"} 10
parley_delivery_seconds_bucket{le="1"} 900
parley_delivery_seconds_count 1000
parley_event_queues{state="waiting"} 7
parley_people_online 5
parley_outbox_rows{kind="mail"} 3
parley_outbox_overdue_seconds{kind="mail"} 7300
parley_backup_last_success_seconds ${NOW - 27 * 3600}
parley_disk_bytes{of="size"} 10737418240
parley_disk_bytes{of="free"} 1048576
parley_disk_bytes{of="reserve"} 1073741824
parley_replica_lag_bytes{replica="db2"} 134217728
parley_certificate_expires_seconds ${NOW + 5 * 86400}
`;
  assert.deepEqual(linesOf({ status: 'ok' }, metrics).slice(2), [
    'FAILED sends: 99.0 % of 1000 messages were acknowledged since the start.',
    'FAILED delivery: 90.0 % of 1000 deliveries took less than a second.',
    'ok clients: 7 clients wait for events. 5 people are online.',
    'FAILED work: 3 of mail waits in the outbox; the oldest has been due for 2 hours.',
    'FAILED backup: The last backup is 27 hours old.',
    'FAILED disk: 1 MiB of 10.0 GiB are free.',
    'FAILED standby: db2 is 128 MiB behind.',
    'FAILED certificate: It expires in 5 days.',
  ]);
});
