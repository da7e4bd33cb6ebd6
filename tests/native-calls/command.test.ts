// Commands run next to the server; what they change ends participation too, in the same unit of work.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, runningDemo } from '../support/command-line.ts';
import { waitUntil } from '../support/waiting.ts';
import { Device } from './device.ts';

test('a person whose account a command deactivates leaves the call', async () => {
  const { server, storageFlags } = await runningDemo();
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  await first.start({ type: 'direct', to: [mia.userId, (await server.as('max')).userId] });
  await second.join(first.callId);
  const { status, err } = await run('user', 'deactivate', mia.email, ...storageFlags);
  assert.deepEqual([status, err], [0, '']);
  const { call } = await mel.ok('GET', `/calls/${first.callId}`);
  assert.deepEqual(
    call.participants.map(({ user_id }: { user_id: number }) => user_id),
    [mel.userId],
  );
  await waitUntil(async () =>
    (await first.queue.eventsOf('call')).some(({ call: one }) => one?.participants.length === 1),
  );
});
