// A person with a phone and a browser gets each notification on both; a failure of one does not affect the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPushJobs } from '../push/notified-person.ts';
import { Phone } from '../push/phone.ts';
import { startPushTest } from '../push/support.ts';
import { startPushService, subscribe } from './push-service.ts';

const service = await startPushService();
const clock = { ahead: 0 };
const { server, relay, google } = await startPushTest({
  webhookTargets: [service.url],
  clock: () => Date.now() / 1000 + clock.ahead,
});
const [mel, mia, max] = [await server.as('mel'), await server.as('mia'), await server.as('max')];
const phone = new Phone(mia, relay.publicKey, 'fcm');
await phone.register();
const { receiver } = await subscribe(mia, service.endpoint('mia'));
const { receiver: ofMax } = await subscribe(max, service.endpoint('max'));

const onPhone = () => google.pushed.splice(0).map(({ payload }) => phone.read(payload));
const inBrowser = () => service.read('mia', receiver);
const types = (notifications: readonly { readonly type: string }[]) => notifications.map(({ type }) => type);

test('a message causes a notification on both devices, and reading it removes both', async () => {
  const id = await mel.sendDirect([mia.userId], 'hello');
  await runPushJobs(server);
  assert.deepEqual([types(onPhone()), types(inBrowser())], [['message'], ['message']]);
  await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  await runPushJobs(server);
  assert.deepEqual([types(onPhone()), types(inBrowser())], [['remove'], ['remove']]);
});

test('if the phone cannot be reached, the browser still learns that the message was read', async () => {
  google.broken = 500;
  const id = await mel.sendDirect([mia.userId], 'hello again');
  for (let attempt = 0; attempt < 8; attempt++) {
    await runPushJobs(server);
    clock.ahead += 4000;
  }
  clock.ahead = 0;
  google.broken = undefined;
  google.pushed.length = 0;
  assert.deepEqual(types(inBrowser()), ['message']);
  await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  await runPushJobs(server);
  assert.deepEqual(types(inBrowser()), ['remove']);
});

test('a person without a phone is notified too, and nothing is sent to the relay', async () => {
  google.pushed.length = 0;
  await mel.sendDirect([max.userId], 'for Max');
  await runPushJobs(server);
  assert.deepEqual(types(service.read('max', ofMax)), ['message']);
  assert.deepEqual(google.pushed, []);
});
