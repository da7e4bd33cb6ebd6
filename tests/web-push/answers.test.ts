// What push services answer besides a status: nothing of it matters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStage } from './stage.ts';

test('a message that was taken is not sent again, however much is said to it', async () => {
  const { service, mel, mia, deliver, receiver, listed, waiting } = await startStage();
  await receiver('browser');
  service.behaviours.set('browser', { status: 201, body: 'taken '.repeat(100_000) });
  await mel.tell([mia.userId], 'hello');
  await deliver();
  assert.deepEqual(await waiting(), []);
  const [own] = await listed();
  assert.deepEqual([typeof own.last_success_at, own.failing_since], ['number', null]);
});
