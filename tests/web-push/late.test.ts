// What could not be carried for hours is told to nobody: by then mail tells of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStage } from './stage.ts';

const HOUR = 3600;

test('what waited for hours is kept for its receiver no longer than the rest of its time, and then not sent', async () => {
  const { service, mel, mia, clock, deliver, receiver, waiting } = await startStage();
  await receiver('patient');
  await receiver('busy');
  for (const name of ['patient', 'busy'])
    service.behaviours.set(name, { status: 429, headers: { 'retry-after': String(HOUR) } });
  await mel.tell([mia.userId], 'hello');
  await deliver();
  assert.equal(service.taken.length, 0);
  service.behaviours.delete('patient');
  clock.ahead = HOUR + 60;
  await deliver();
  const [taken] = service.taken.splice(0);
  assert.equal(taken?.name, 'patient');
  assert.ok(Number(taken.headers.ttl) <= 3 * HOUR, taken.headers.ttl as string);
  assert.equal((await waiting()).length, 1);
  service.behaviours.clear();
  clock.ahead = 4 * HOUR + 60;
  await deliver();
  assert.deepEqual([service.taken, await waiting()], [[], []]);
});
