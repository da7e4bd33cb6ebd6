// The dashboard and the alert rules: they ask for what the server tells and for nothing else, and a real Prometheus loads
// the rules, asks the server, and finds what they ask for.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = fileURLToPath(new URL('../../packaging/monitoring/', import.meta.url));
const server = await startTestServer({ metricsPort: 0 });
const target = `127.0.0.1:${server.server.metricsPort}`;

/** Names of Prometheus's language, and labels that are asked about. */
const WORDS = new Set(
  (
    'sum max by rate increase topk or histogram_quantile label_values up job instance status operation le of kind parley mail ' +
    'write_ahead_log get events q'
  ).split(' '),
);

function metricsIn(expression: string): string[] {
  const outside = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\$\w+|\[\w+\]/g, '');
  return [...outside.matchAll(/[a-z_][a-z0-9_]+/g)].map(([word]) => word).filter((word) => !WORDS.has(word));
}

async function askedFor(): Promise<Set<string>> {
  const rules = await readFile(join(folder, 'parley-alerts.yml'), 'utf8');
  const dashboard = JSON.parse(await readFile(join(folder, 'parley-dashboard.json'), 'utf8'));
  const expressions = [
    ...[...rules.matchAll(/expr: (?:>-\s+)?(.+)/g)].map(([, text]) => text ?? ''),
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...dashboard.templating.list.map(({ definition }: { definition?: string }) => definition ?? ''),
  ];
  assert.ok(expressions.length > 25);
  return new Set(expressions.flatMap(metricsIn));
}

test('the dashboard and the rules ask for nothing that the server does not tell', async () => {
  const mel = await server.as('mel');
  await mel.ok('GET', '/drafts');
  const text = await (await fetch(`http://${target}/metrics`)).text();
  const told = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const missing = [...(await askedFor())].filter((name) => !told.has(name));
  assert.deepEqual(missing, []);
});

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a real Prometheus loads the rules and finds what they ask for', {
  skip: isInstalled('prometheus') ? false : 'prometheus is not installed',
}, async (t) => {
  const place = temporaryFolder();
  await copyFile(join(folder, 'parley-alerts.yml'), join(place, 'parley-alerts.yml'));
  const sample = await readFile(join(folder, 'prometheus.yml'), 'utf8');
  await writeFile(
    join(place, 'prometheus.yml'),
    sample.replaceAll('15s', '1s').replace('127.0.0.1:9992', target),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const args = [`--config.file=${place}/prometheus.yml`, `--storage.tsdb.path=${place}/data`];
  const prometheus = spawn('prometheus', [...args, `--web.listen-address=${address}`], { stdio: 'ignore' });
  t.after(async () => {
    prometheus.kill('SIGKILL');
    await once(prometheus, 'exit');
  });
  const ask = async (path: string) => {
    const answer = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { data: unknown }).data : undefined;
  };
  type Found = { result: { value: [number, string] }[] };
  const value = async (query: string) =>
    ((await ask(`query?query=${encodeURIComponent(query)}`)) as Found | undefined)?.result[0]?.value[1];
  const until = async <T>(look: () => Promise<T | undefined>) => {
    let found = await look();
    for (; found === undefined; found = await look()) await pause(100, undefined, { signal: t.signal });
    return found;
  };
  assert.equal(await until(() => value('parley_up{job="parley"}')), '1');
  type Rules = { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
  const rules = await until(async () => {
    const all = ((await ask('rules')) as Rules | undefined)?.groups.flatMap((group) => group.rules);
    return all?.every(({ health }) => health !== 'unknown') ? all : undefined;
  });
  assert.deepEqual(
    rules.filter(({ health }) => health !== 'ok'),
    [],
  );
  assert.ok(rules.some(({ name }) => name === 'ParleyDown'));
});
