// Leaving a call at the server: again while it cannot be reached, but not for ever.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import type { CallServer } from '../../web/calls/call-server.ts';
import { leaveCall } from '../../web/calls/leave-call.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

const away = new ParleyError(0, 'NO_ANSWER', 'away');

/** Leaves with a server that gives these answers; the last one again and again. Returns when it was asked, in seconds. */
async function leaveWith(answers: readonly (ParleyError | undefined)[], seconds: number): Promise<number[]> {
  const asked: number[] = [];
  const start = Date.now();
  let isDone = false;
  const server = {
    leave: async (callId: number, session: string, isClosing: boolean) => {
      assert.deepEqual([callId, session, isClosing], [17, 'own', false]);
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push((Date.now() - start) / 1000);
      if (answer) throw answer;
    },
  };
  const left = leaveCall(server as unknown as CallServer, 17, 'own').then(() => (isDone = true));
  for (let second = 0; second < seconds && !isDone; second += 1) {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    mock.timers.tick(1000);
  }
  await left;
  return asked;
}

test('a device that cannot reach the server leaves as soon as it can', async () => {
  assert.equal((await leaveWith([undefined], 1)).length, 1);
  assert.equal(
    (await leaveWith([away, new ParleyError(503, 'RESTARTING', 'soon'), away, undefined], 60)).length,
    4,
  );
});

test('what the server refuses is not asked again', async () => {
  const gone = new ParleyError(404, 'CALL_SESSION_GONE', 'gone');
  assert.equal((await leaveWith([away, gone], 60)).length, 2);
});

test('after ten minutes the server is not asked any more', async () => {
  const asked = await leaveWith([away], 700);
  const last = asked.at(-1) ?? 0;
  assert.ok(last > 550 && last <= 600, `asked last after ${last} s`);
});
