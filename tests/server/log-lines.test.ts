// A log line has its time, level and message, whatever other fields it has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine } from '../../src/server/logger.ts';

test('fields of a line cannot replace its time, level and message', () => {
  const line = JSON.parse(
    logLine('info', { message: 7, level: 'x', time: 0, status: 550 }, 'incoming email rejected'),
  );
  assert.deepEqual([line.message, line.level, line.status], ['incoming email rejected', 'info', 550]);
  assert.match(line.time, /^\d{4}-\d\d-\d\dT/);
});
