// Each alert rule fires once in series made for it, and none in a quiet day, as promtool evaluates them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';
import { alertCases, quietSeries } from './alert-cases.ts';
import { skipWithout } from './other-programs.ts';

const rulesFile = fileURLToPath(new URL('../../packaging/monitoring/parley-alerts.yml', import.meta.url));
const rules = (await readFile(rulesFile, 'utf8')).split('- alert: ').slice(1);
const valueAfter = (rule: string, key: string) =>
  new RegExp(`${key}: ([^}\\n]+?)(?: \\}|\\n|$)`).exec(rule)?.[1] ?? '';

interface Alert {
  readonly name: string;
  readonly severity: string;
  /** With the names of labels still in it. */
  readonly summary: string;
}

const alerts: readonly Alert[] = rules.map((rule) => ({
  name: /^\w+/.exec(rule)?.[0] ?? '',
  severity: valueAfter(rule, 'severity'),
  summary: /summary: (.+)/.exec(rule)?.[1] ?? '',
}));

/** Evaluates the rules over series; JSON is YAML. */
async function evaluate(tests: readonly object[]): Promise<string> {
  const file = join(temporaryFolder(), 'tests.yml');
  await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  return promisify(execFile)('promtool', ['test', 'rules', file]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

function seriesOf(series: Readonly<Record<string, string>>) {
  return Object.entries(series).map(([name, values]) => ({ series: name, values }));
}

test('every alert has a case, a summary and a severity', () => {
  assert.deepEqual(alerts.map(({ name }) => name).sort(), Object.keys(alertCases).sort());
  for (const { name, severity, summary } of alerts) {
    assert.match(severity, /^(?:page|ticket)$/, name);
    assert.match(summary, /\.$|\)\.$/, name);
  }
});

test('every alert fires', { skip: skipWithout('promtool') }, async () => {
  const tests = alerts.map(({ name, severity, summary }) => {
    const { series = {}, minute = 0, labels = {} } = alertCases[name] ?? {};
    const text = summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => Reflect.get(labels, label));
    const expected = { exp_labels: { severity, ...labels }, exp_annotations: { summary: text } };
    return {
      interval: '1m',
      input_series: seriesOf(series),
      alert_rule_test: [{ eval_time: `${minute}m`, alertname: name, exp_alerts: [expected] }],
    };
  });
  assert.match(await evaluate(tests), /SUCCESS/);
});

test('no alert fires on a quiet day', { skip: skipWithout('promtool') }, async () => {
  const times = ['30m', '8h', '29h'];
  const alertTests = alerts.flatMap(({ name }) =>
    times.map((time) => ({ eval_time: time, alertname: name, exp_alerts: [] })),
  );
  const quiet = { interval: '1m', input_series: seriesOf(quietSeries), alert_rule_test: alertTests };
  assert.match(await evaluate([quiet]), /SUCCESS/);
});
