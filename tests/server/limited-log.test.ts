// Repeated lines of the log are suppressed and counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitedLog } from '../../src/server/limited-log.ts';

function recordedLog() {
  const lines: Record<string, unknown>[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  let now = 0;
  const log = limitedLog({ info: note, warn: note, error: note }, () => now);
  return { log, lines, pass: (milliseconds: number) => (now += milliseconds) };
}

const full = (path: string) => `Error: ENOSPC: no space left, open '${path}'\n    at open (file.ts:1:2)`;

test('identical errors are limited to five lines a minute, and the next line counts the suppressed ones', () => {
  const { log, lines, pass } = recordedLog();
  for (let count = 0; count < 1000; count++)
    log.error({ request: count, error: full(`/data/${count}`) }, 'request failed');
  assert.equal(lines.length, 5);
  pass(60_001);
  log.error({ request: 1000, error: full('/data/z') }, 'request failed');
  assert.deepEqual(lines.at(-1), {
    request: 1000,
    error: full('/data/z'),
    left_out: 995,
    message: 'request failed',
  });
  pass(60_001);
  log.error({ error: full('/data/z') }, 'request failed');
  assert.equal(lines.at(-1)?.left_out, undefined);
});

test('different errors, and lines of other levels, are not limited', () => {
  const { log, lines } = recordedLog();
  for (let count = 0; count < 10; count++) {
    log.error({ error: `Error: ${'x'.repeat(count)}` }, 'request failed');
    log.error({ error: 'Error: the same' }, `job ${'y'.repeat(count)}`);
    log.warn({ reason: 'the same' }, 'log-in failed');
    log.info({}, 'email sent');
  }
  assert.equal(lines.length, 40);
});
