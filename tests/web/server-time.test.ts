// Times that the server names, on devices with wrong clocks.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { ringMilliseconds, serverSecondsAhead } from '../../web/calls/server-time.ts';

const now = Date.parse('2026-11-28T12:00:00Z');

for (const [clock, left, expected] of [
  ['right', 29, 29],
  ['right, and the event is late', 12, 12],
  ['some seconds ahead', 5, 5],
  ['a minute ahead', -31, limits.ringSeconds],
  ['a minute behind', 89, limits.ringSeconds],
] as const)
  test(`a call rings if the clock of the device is ${clock}`, () => {
    assert.equal(ringMilliseconds(now / 1000 + left, now), expected * 1000);
  });

test('the difference of the clocks comes from the head of an answer', async (t) => {
  mock.timers.enable({ apis: ['Date'], now });
  t.after(() => mock.timers.reset());
  const answering = (headers: Record<string, string>) => async () => new Response(null, { headers });
  assert.equal(await serverSecondsAhead(answering({ date: 'Sat, 28 Nov 2026 12:02:30 GMT' })), 150);
  assert.equal(await serverSecondsAhead(answering({ date: 'Sat, 28 Nov 2026 11:59:00 GMT' })), -60);
  assert.equal(await serverSecondsAhead(answering({})), 0);
  assert.equal(await serverSecondsAhead(() => Promise.reject(new TypeError('no network'))), 0);
});
