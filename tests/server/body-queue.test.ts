// Large bodies that arrive at the same moment are parsed one per turn of the event loop.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BodyQueue } from '../../src/server/http/body-queue.ts';
import { startTestServer } from '../support/server.ts';

const BODIES = 6;
const LARGE = 1024 * 1024;

/** The turn of the event loop in which each action ended. */
async function turnsOf(actions: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn++) await nextTurn();
  })();
  const ended = await Promise.all(actions.map((action) => action().then(() => turn)));
  isOver = true;
  await counting;
  return ended;
}

test('large bodies are handled one after another, small ones at once', async () => {
  const turns = new BodyQueue();
  const large = Array.from({ length: BODIES }, () => () => turns.waitForTurn(LARGE));
  assert.equal(new Set(await turnsOf(large)).size, BODIES);
  const small = Array.from({ length: BODIES }, () => () => turns.waitForTurn(1000));
  assert.deepEqual(new Set(await turnsOf(small)), new Set([0]));
});

test('a server queues its large bodies', async (t) => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const queuedBytes: number[] = [];
  const { waitForTurn } = BodyQueue.prototype;
  t.mock.method(BodyQueue.prototype, 'waitForTurn', function (this: BodyQueue, bytes: number) {
    queuedBytes.push(bytes);
    return waitForTurn.call(this, bytes);
  });
  const content = 'a'.repeat(LARGE);
  const answers = await Promise.all(
    Array.from({ length: BODIES }, () =>
      mel.request('POST', '/messages', { type: 'channel', to: 'general', topic: 'long', content }),
    ),
  );
  for (const { status } of answers) assert.ok(status < 500, `${status}`);
  assert.equal(queuedBytes.filter((bytes) => bytes > LARGE).length, BODIES);
});
