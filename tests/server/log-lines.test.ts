// A line of the log says when, how grave and what, whatever fields come with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine } from '../../src/server/logger.ts';

test('no field takes the place of what every line says', () => {
  const line = JSON.parse(
    logLine('info', { message: 7, level: 'x', time: 0, status: 550 }, 'mail was refused'),
  );
  assert.deepEqual([line.message, line.level, line.status], ['mail was refused', 'info', 550]);
  assert.match(line.time, /^\d{4}-\d\d-\d\dT/);
});
