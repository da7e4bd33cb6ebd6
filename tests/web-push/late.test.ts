// Notifications that could not be delivered for hours are dropped, because mail has been sent by then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebPushFixture } from './web-push-fixture.ts';

const HOUR = 3600;

test('a delayed notification is sent with its remaining lifetime, and dropped after that', async () => {
  const { service, mel, mia, clock, deliver, receiver, waiting } = await startWebPushFixture();
  await receiver('patient');
  await receiver('busy');
  for (const name of ['patient', 'busy'])
    service.behaviours.set(name, { status: 429, headers: { 'retry-after': String(HOUR) } });
  await mel.sendDirect([mia.userId], 'hello');
  await deliver();
  assert.equal(service.accepted.length, 0);
  service.behaviours.delete('patient');
  clock.ahead = HOUR + 60;
  await deliver();
  const [acceptedPush] = service.accepted.splice(0);
  assert.equal(acceptedPush?.name, 'patient');
  assert.ok(Number(acceptedPush.headers.ttl) <= 3 * HOUR, acceptedPush.headers.ttl as string);
  assert.equal((await waiting()).length, 1);
  service.behaviours.clear();
  clock.ahead = 4 * HOUR + 60;
  await deliver();
  assert.deepEqual([service.accepted, await waiting()], [[], []]);
});

test('a refused notification is tried six times, with growing backoff, and then dropped', async () => {
  const { service, mel, mia, clock, deliver, receiver, waiting } = await startWebPushFixture();
  await receiver('browser');
  service.behaviours.set('browser', { status: 503 });
  await mel.sendDirect([mia.userId], 'hello');
  const pauses: number[] = [];
  const attempts: number[] = [];
  for (;;) {
    await deliver();
    const [row] = await waiting();
    if (!row) break;
    const now = Date.now() / 1000 + clock.ahead;
    attempts.push(row.attempts);
    pauses.push(row.due_at - now);
    clock.ahead += row.due_at - now + 1;
    assert.ok(attempts.length < 20);
  }
  assert.deepEqual(attempts, [1, 2, 3, 4, 5]);
  for (const [index, pause] of pauses.entries())
    if (index > 0) assert.ok(pause > (pauses[index - 1] ?? 0) * 1.2, `${pauses}`);
  service.behaviours.clear();
  clock.ahead += 1300;
  await deliver();
  assert.equal(service.accepted.length, 0);
});

test('a notification accepted at the last attempt counts as delivered', async () => {
  const { service, mel, mia, clock, deliver, receiver, waiting } = await startWebPushFixture();
  await receiver('browser');
  service.behaviours.set('browser', { status: 503 });
  await mel.sendDirect([mia.userId], 'hello');
  for (let attempt = 1; attempt < 6; attempt += 1) {
    await deliver();
    const [row] = await waiting();
    assert.equal(row?.attempts, attempt);
    clock.ahead += row.due_at - (Date.now() / 1000 + clock.ahead) + 1;
  }
  service.behaviours.clear();
  await deliver();
  assert.deepEqual([service.accepted.length, await waiting()], [1, []]);
});
