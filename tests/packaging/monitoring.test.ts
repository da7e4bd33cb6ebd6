// The dashboard and alert rules use only metrics of the server, and a real Prometheus loads the rules, scrapes the server
// and finds the metrics.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import { freePort } from '../support/free-port.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { skipWithout } from './other-programs.ts';

const folder = fileURLToPath(new URL('../../packaging/monitoring/', import.meta.url));
const server = await startTestServer({ metricsPort: 0 });
const target = `127.0.0.1:${server.server.metricsPort}`;

/** Keywords of Prometheus's language, and labels in queries. */
const WORDS = new Set(
  (
    'sum max by on rate increase topk or and time predict_linear max_over_time deriv vector min histogram_quantile label_values up job instance status operation le of kind state parley mail ' +
    'write_ahead_log get events q reason replica state send message'
  ).split(' '),
);

function metricsIn(expression: string): string[] {
  const withoutTexts = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\$\w+|\[\w+\]/g, '');
  return [...withoutTexts.matchAll(/[a-z_][a-z0-9_]+/g)]
    .map(([word]) => word)
    .filter((word) => !WORDS.has(word));
}

/** Each `name{label="value"}` as exported; `instance` and Prometheus's own metrics are not the server's. */
function labelsIn(expression: string): string[] {
  const metrics: string[] = [];
  for (const [, name = '', inside = ''] of expression.matchAll(/([a-z_][a-z0-9_]+)\{([^}]*)\}/g)) {
    for (const [, label, alternatives = ''] of inside.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)) {
      if (name === 'up' || label === 'instance') continue;
      metrics.push(...alternatives.split('|').map((value) => `${name} ${label}="${value}"`));
    }
  }
  return metrics;
}

async function expressions(): Promise<string[]> {
  const rules = await readFile(join(folder, 'parley-alerts.yml'), 'utf8');
  const dashboard = JSON.parse(await readFile(join(folder, 'parley-dashboard.json'), 'utf8'));
  const all = [
    ...[...rules.matchAll(/expr: (?:>-\s+)?(.+)/g)].map(([, text]) => text ?? ''),
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...dashboard.templating.list.map(({ definition }: { definition?: string }) => definition ?? ''),
  ];
  assert.ok(all.length > 25);
  return all;
}

/** The metrics of a server with successes, errors and failures, a polling client and a queued mail. */
async function metricsOfABusyServer(t: TestContext): Promise<string> {
  const mel = await server.as('mel');
  await mel.ok('GET', '/drafts');
  await mel.sendToChannel('general', 'metrics', 'counted');
  await mel.refused('DELETE', '/drafts/999', {}, 'BAD_REQUEST');
  const { queue_id, last_event_id } = await mel.ok('POST', '/register', { event_types: ['message'] });
  await mel.ok('GET', '/events', { queue_id, last_event_id, dont_block: true });
  t.mock.method(server.server.services.log, 'error', () => undefined);
  t.mock.method(server.server.services.hubs, 'upToDate', async () => {
    throw new Error('a failure');
  });
  const { status } = await mel.request('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.equal(status, 500);
  t.mock.restoreAll();
  await server.server.scheduler.close();
  await server.server.services.database.write(1, (writer) =>
    queueMail(writer, { to: 'mel@example.com', subject: 'waiting', text: 'for its turn' }),
  );
  return (await fetch(`http://${target}/metrics`)).text();
}

test('the dashboard and the rules use only existing metrics', async (t) => {
  const text = await metricsOfABusyServer(t);
  const names = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const queries = await expressions();
  const metrics = new Set(
    [...text.matchAll(/^(\w+)\{([^}]*)\}/gm)].flatMap(([, name, labels = '']) =>
      labels.split(',').map((label) => `${name} ${label}`),
    ),
  );
  // PostgreSQL manages its own write-ahead log.
  if (testDatabaseUrl) metrics.add('parley_stored_bytes of="write_ahead_log"');
  const labels = queries.flatMap(labelsIn);
  assert.ok(labels.includes('parley_outbox_rows kind="mail"'), labels.join(', '));
  const missing = [
    ...queries.flatMap(metricsIn).filter((name) => !names.has(name)),
    ...labels.filter((label) => !metrics.has(label)),
  ];
  assert.deepEqual(missing, []);
});

/** Starts something on a free port, retrying if another process takes it; returns its address. */
async function atFreePort(start: (address: string) => Promise<boolean>): Promise<string> {
  for (let tries = 0; tries < 5; tries++) {
    const address = `127.0.0.1:${await freePort()}`;
    if (await start(address)) return address;
  }
  throw new Error('nothing could be started at a free port');
}

test('a real Prometheus loads the rules and finds their metrics', {
  skip: skipWithout('prometheus'),
}, async (t) => {
  const directory = temporaryFolder();
  await copyFile(join(folder, 'parley-alerts.yml'), join(directory, 'parley-alerts.yml'));
  const sample = await readFile(join(folder, 'prometheus.yml'), 'utf8');
  await writeFile(
    join(directory, 'prometheus.yml'),
    sample.replaceAll('15s', '1s').replace('127.0.0.1:9992', target),
  );
  const args = [`--config.file=${directory}/prometheus.yml`, `--storage.tsdb.path=${directory}/data`];
  const isReady = async (address: string) =>
    (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok ?? false;
  const address = await atFreePort(async (at) => {
    const prometheus = spawn('prometheus', [...args, `--web.listen-address=${at}`], { stdio: 'ignore' });
    const ended = once(prometheus, 'exit');
    t.after(async () => {
      prometheus.kill('SIGKILL');
      await ended;
    });
    const hasEnded = () => prometheus.exitCode !== null || prometheus.signalCode !== null;
    await waitUntil(async () => hasEnded() || (await isReady(at)));
    return !hasEnded();
  });
  const ask = async (path: string) => {
    const answer = await fetch(`http://${address}/api/v1/${path}`);
    return ((await answer.json()) as { data?: unknown }).data;
  };
  type Found = { result: { value: [number, string] }[] };
  const value = async (query: string) =>
    ((await ask(`query?query=${encodeURIComponent(query)}`)) as Found | undefined)?.result[0]?.value[1];
  await waitUntil(async () => (await value('parley_up{job="parley"}')) === '1');
  type Rules = { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
  let rules: Rules['groups'][number]['rules'] = [];
  await waitUntil(async () => {
    rules = ((await ask('rules')) as Rules | undefined)?.groups.flatMap((group) => group.rules) ?? [];
    return rules.length > 0 && rules.every(({ health }) => health !== 'unknown');
  });
  assert.deepEqual(
    rules.filter(({ health }) => health !== 'ok'),
    [],
  );
  assert.ok(rules.some(({ name }) => name === 'ParleyDown'));
});
