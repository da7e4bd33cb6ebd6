// Pending notifications of an organization that is deactivated are dropped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebPushFixture } from './web-push-fixture.ts';

test('no one is notified of an organization that was deactivated in the meantime', async () => {
  const { server, service, mel, mia, clock, deliver, receiver, waiting } = await startWebPushFixture();
  const olive = await server.as('olive');
  await receiver('browser');
  service.behaviours.set('browser', { status: 503 });
  await mel.sendDirect([mia.userId], 'a secret of a house that is closed');
  await deliver();
  assert.equal((await waiting()).length, 1);
  await olive.ok('POST', '/realm/deactivate');
  service.behaviours.clear();
  clock.ahead = 4000;
  await deliver();
  assert.deepEqual([service.accepted.length, await waiting()], [0, []]);
});
