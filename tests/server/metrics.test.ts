// The metrics of the server, on a port of their own: requests by operation and status class, queues, and disk space.

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { OrganizationHub } from '../../src/events/organization-hub.ts';
import { Health } from '../../src/server/health.ts';
import { Metrics } from '../../src/server/metrics/metrics.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({ metricsPort: 0 });
const mel = await server.as('mel');
const address = `http://127.0.0.1:${server.server.metricsPort}`;

/** All samples, by name and labels as written. */
async function samples(): Promise<Map<string, number>> {
  const answer = await fetch(`${address}/metrics`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('requests are counted by operation and status class', async () => {
  const before = await samples();
  const increaseOf = async (name: string) => ((await samples()).get(name) ?? 0) - (before.get(name) ?? 0);
  await mel.ok('GET', '/drafts');
  await mel.ok('GET', '/drafts');
  await mel.refused('DELETE', '/drafts/999', {}, 'BAD_REQUEST');
  await fetch(`${server.url}/api/v1/nothing-here`);
  await fetch(`${server.url}/nothing-here`);
  assert.equal(await increaseOf('parley_requests_total{operation="get-drafts",status="2xx"}'), 2);
  assert.equal(await increaseOf('parley_request_seconds_count{operation="get-drafts"}'), 2);
  const bucket = /^parley_request_seconds_bucket\{operation="get-drafts",le="([^"]+)"\}$/;
  const after = await samples();
  const buckets = [...after.keys()].flatMap((name) => bucket.exec(name)?.[1] ?? []);
  assert.deepEqual(buckets, '0.0005 0.001 0.002 0.005 0.01 0.05 0.1 0.5 1 10 60 +Inf'.split(' '));
  assert.equal(await increaseOf('parley_request_seconds_bucket{operation="get-drafts",le="60"}'), 2);
  assert.equal(await increaseOf('parley_request_seconds_bucket{operation="get-drafts",le="+Inf"}'), 2);
  assert.equal(await increaseOf('parley_requests_total{operation="delete-draft",status="4xx"}'), 1);
  assert.equal(await increaseOf('parley_requests_total{operation="none",status="4xx"}'), 2);
});

test('failures are counted separately from rejected requests', async (t) => {
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

test('an answer that cannot be built counts as failed only', async () => {
  const failing = await startTestServer({
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    checkAnswer: ({ name }) => {
      if (name === 'get-drafts') throw new Error('a failure');
    },
  });
  const mia = await failing.as('mia');
  assert.equal((await mia.request('GET', '/drafts')).status, 500);
  const lines = (await (await fetch(`${failing.url}/metrics`)).text()).split('\n');
  assert.deepEqual(
    lines.filter((line) => line.startsWith('parley_requests_total{operation="get-drafts"')),
    ['parley_requests_total{operation="get-drafts",status="5xx"} 1'],
  );
});

test('metrics report connected clients, queues, outcomes of jobs and free space', async () => {
  await mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
  const metrics = await samples();
  const value = (name: string) => metrics.get(name) ?? Number.NaN;
  assert.equal(value('parley_up'), 1);
  assert.ok(value('parley_people_online') >= 1);
  assert.ok(value('parley_stored_bytes{of="database"}') > 100_000);
  assert.equal(value('parley_stored_bytes{of="uploads"}'), 0);
  assert.equal(value('parley_login_failures'), 0);
  await server.server.scheduler.runDue();
  const later = await samples();
  assert.ok((later.get('parley_job_runs_total{job="retention"}') ?? 0) >= 1, [...later.keys()].join('\n'));
  assert.equal(later.get('parley_job_failures_total{job="retention"}'), 0);
  const lastSuccess = later.get('parley_job_last_success_seconds{job="retention"}') ?? 0;
  assert.ok(Math.abs(lastSuccess - Date.now() / 1000) < 3600);
  assert.ok([...metrics.keys()].some((name) => name.startsWith('nodejs_eventloop_lag')));
});

test('a waiting mail is reported with how long it has been due', async () => {
  const { database } = server.server.services;
  await server.server.scheduler.close();
  await database.write(1, async (writer) => {
    await queueMail(writer, { to: 'mel@example.com', subject: 'waiting', text: 'for its turn' });
  });
  const metrics = await samples();
  assert.equal(metrics.get('parley_outbox_rows{kind="mail"}'), 1);
  assert.ok((metrics.get('parley_outbox_overdue_seconds{kind="mail"}') ?? -1) >= 0);
});

test('event subscriptions are reported, and those whose address does not answer', async () => {
  const { database } = server.server.services;
  const bot = (await mel.ok('POST', '/bots', { full_name: 'Teller', short_name: 'teller', bot_type: 1 }))
    .user_id;
  const before = await samples();
  assert.equal(before.get('parley_event_subscriptions{state="active"}'), 0);
  assert.equal(before.get('parley_event_subscriptions_failing_seconds'), 0);
  const subscribe = () =>
    mel.ok('POST', `/bots/${bot}/event_subscriptions`, {
      address: 'https://example.com/',
      event_types: ['message'],
    });
  await subscribe();
  const { id } = await subscribe();
  await database.write(1, async (writer) => {
    const values = `attempts = 3, failing_since = ${writer.now - 3600}, position = position - 7`;
    await writer.execute(`update event_subscription set ${values} where id = ${id}`, []);
  });
  const metrics = await samples();
  assert.equal(metrics.get('parley_event_subscriptions{state="active"}'), 2);
  assert.equal(metrics.get('parley_event_subscriptions{state="waiting"}'), 1);
  assert.ok((metrics.get('parley_event_subscriptions_failing_seconds') ?? 0) >= 3600);
  assert.ok((metrics.get('parley_event_subscriptions_behind_entries') ?? 0) >= 7);
  await mel.ok('DELETE', `/users/${bot}`);
  assert.equal((await samples()).get('parley_event_subscriptions{state="active"}'), 0);
});

test('an unreachable database is reported, with every metric that does not need it', async (t) => {
  const { database, log } = server.server.services;
  const warnings = t.mock.method(log, 'warn', () => undefined);
  t.mock.method(database, 'sizes', async () => {
    throw new Error('the database is unreachable');
  });
  const withoutDatabase = await samples();
  assert.equal(withoutDatabase.get('parley_up'), 0);
  assert.equal(withoutDatabase.get('parley_stored_bytes{of="uploads"}'), undefined);
  assert.ok(withoutDatabase.has('parley_requests_total{operation="get-drafts",status="2xx"}'));
  assert.ok([...withoutDatabase.keys()].some((name) => name.startsWith('nodejs_eventloop_lag')));
  assert.equal(warnings.mock.callCount(), 1);
  t.mock.restoreAll();
  assert.equal((await samples()).get('parley_up'), 1);
});

test('the server waits for a slow database up to a limit, and queries it once', async (t) => {
  const { database, diskSpace } = server.server.services;
  const { promise: neverSettled } = Promise.withResolvers<never>();
  const sizes = t.mock.method(database, 'sizes', () => neverSettled);
  const metrics = new Metrics(
    {
      ...server.server.services,
      health: new Health({ database, diskSpace }),
      log: { warn: () => undefined },
    },
    1,
  );
  for (let times = 0; times < 2; times++) assert.match(await metrics.text(), /^parley_up 0$/m);
  assert.equal(sizes.mock.callCount(), 1);
});

test('an organization that is loading, or fails to load, does not block the metrics', async (t) => {
  const { hubs } = server.server.services;
  const { promise, reject } = Promise.withResolvers<never>();
  t.mock.method(OrganizationHub, 'load', () => promise);
  const failure = assert.rejects(hubs.upToDate(77), /a failure/);
  assert.equal((await samples()).get('parley_up'), 1);
  reject(new Error('a failure'));
  assert.equal((await samples()).get('parley_up'), 1);
  await failure;
});

test('the metrics port serves nothing else', async () => {
  for (const path of ['/', '/api/v1/server_settings', '/health', '/metrics/x']) {
    assert.equal((await fetch(`${address}${path}`)).status, 404, path);
  }
  assert.equal((await fetch(`${address}/metrics`, { method: 'POST', body: 'x' })).status, 404);
});

test('bound metricsConnections: a bounded number of connections is open at a time', async () => {
  // A server without connections so far.
  const { metricsPort } = (await startTestServer({ metricsPort: 0 })).server;
  const sockets = Array.from({ length: limits.metricsConnections }, () => connect(metricsPort, '127.0.0.1'));
  assert.deepEqual(new Set(await Promise.all(sockets.map(answerOn))), new Set(['HTTP/1.1 200 OK']));
  assert.equal(await answerOn(connect(metricsPort, '127.0.0.1')), undefined);
  for (const socket of sockets) socket.destroy();
});

/** The first line of the answer on a connection; undefined if it is closed without one. */
function answerOn(socket: Socket): Promise<string | undefined> {
  socket.write('GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk).split('\r\n')[0]));
    socket.on('error', () => undefined).once('close', () => resolve(undefined));
  });
}
