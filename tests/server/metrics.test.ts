// What the server tells about itself: at a port of its own, by operation and class of status, of what waits and of room.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({ metricsPort: 0 });
const mel = await server.as('mel');
const address = `http://127.0.0.1:${server.server.metricsPort}`;

/** All samples, by name and labels as they are written. */
async function samples(): Promise<Map<string, number>> {
  const answer = await fetch(`${address}/metrics`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('requests are counted by operation and by the class of their status', async () => {
  const before = await samples();
  const grown = async (name: string) => ((await samples()).get(name) ?? 0) - (before.get(name) ?? 0);
  await mel.ok('GET', '/drafts');
  await mel.ok('GET', '/drafts');
  await mel.refused('DELETE', '/drafts/999', {}, 'BAD_REQUEST');
  await fetch(`${server.url}/api/v1/nothing-here`);
  await fetch(`${server.url}/nothing-here`);
  assert.equal(await grown('parley_requests_total{operation="get-drafts",status="2xx"}'), 2);
  assert.equal(await grown('parley_request_seconds_count{operation="get-drafts"}'), 2);
  assert.equal(await grown('parley_request_seconds_bucket{operation="get-drafts",le="+Inf"}'), 2);
  assert.equal(await grown('parley_requests_total{operation="delete-draft",status="4xx"}'), 1);
  assert.equal(await grown('parley_requests_total{operation="none",status="4xx"}'), 2);
});

test('what failed is counted apart from what was refused', async (t) => {
  const handle = server.server.services.hubs;
  t.mock.method(handle, 'upToDate', async () => {
    throw new Error('a failure');
  });
  t.mock.method(server.server.services.log, 'error', () => undefined);
  const answer = await fetch(`${server.url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, {
    headers: { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` },
  });
  assert.equal(answer.status, 500);
  t.mock.restoreAll();
  assert.equal((await samples()).get('parley_requests_total{operation="get-messages",status="5xx"}'), 1);
});

test('who is there, what waits, how jobs fared and how much room there is', async () => {
  await mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
  const told = await samples();
  const value = (name: string) => told.get(name) ?? Number.NaN;
  assert.equal(value('parley_up'), 1);
  assert.ok(value('parley_people_online') >= 1);
  assert.ok(value('parley_stored_bytes{of="database"}') > 100_000);
  assert.equal(value('parley_stored_bytes{of="uploads"}'), 0);
  assert.equal(value('parley_login_failures'), 0);
  await server.server.scheduler.runDue();
  const later = await samples();
  assert.ok((later.get('parley_job_runs_total{job="retention"}') ?? 0) >= 1, [...later.keys()].join('\n'));
  assert.equal(later.get('parley_job_failures_total{job="retention"}'), 0);
  const done = later.get('parley_job_last_success_seconds{job="retention"}') ?? 0;
  assert.ok(Math.abs(done - Date.now() / 1000) < 3600);
  assert.ok([...told.keys()].some((name) => name.startsWith('nodejs_eventloop_lag')));
});

test('a mail that waits is told with how long it has been due', async () => {
  const { database } = server.server.services;
  const { queueMail } = await import('../../src/actions/outbox/mail-store.ts');
  await database.write(1, async (writer) => {
    await queueMail(writer, { to: 'mel@example.com', subject: 'waiting', text: 'for its turn' });
  });
  const told = await samples();
  assert.equal(told.get('parley_outbox_rows{kind="mail"}'), 1);
  assert.ok((told.get('parley_outbox_overdue_seconds{kind="mail"}') ?? -1) >= 0);
});

test('nothing else is told there', async () => {
  for (const path of ['/', '/api/v1/server_settings', '/health', '/metrics/x']) {
    assert.equal((await fetch(`${address}${path}`)).status, 404, path);
  }
  assert.equal((await fetch(`${address}/metrics`, { method: 'POST', body: 'x' })).status, 404);
});

test('bound metricsConnections: so many connections are held at a time', async () => {
  const sockets = Array.from({ length: limits.metricsConnections }, () =>
    connect(server.server.metricsPort, '127.0.0.1'),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const further = connect(server.server.metricsPort, '127.0.0.1');
  await once(further, 'close');
  for (const socket of sockets) socket.destroy();
});
