// Lengths of calls and recordings, as clocks show them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../../web/lib/clock-text.ts';

test('a length has hours only from an hour on', () => {
  for (const [seconds, text] of [
    [0, '0:00'],
    [9.99, '0:09'],
    [60, '1:00'],
    [724, '12:04'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3724, '1:02:04'],
    [-5, '0:00'],
  ] as const)
    assert.equal(clockText(seconds), text);
});
