// A message whose devices need several requests to the relay: when one of them fails, only its devices are tried again.

import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { onCleanup } from '../support/cleanup.ts';
import { startTestServer } from '../support/server.ts';
import { runPushJobs } from './notified-person.ts';
import { Phone } from './phone.ts';
import { startRelay } from './support.ts';

const { relay, url, google } = await startRelay();
/** The path that fails at the moment, and the code of its error. */
let failing: string | undefined;
let code: string | undefined;
/** A proxy between the server and the relay. */
const proxy = createServer((incoming, response) => {
  if (incoming.url === failing) {
    incoming.resume();
    if (code === undefined) response.writeHead(503).end();
    else response.writeHead(400).end(JSON.stringify({ result: 'error', msg: 'Refused', code }));
    return;
  }
  const { method, headers } = incoming;
  const forwarded = request(new URL(incoming.url ?? '/', url), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  incoming.pipe(forwarded);
});
await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
onCleanup(() => {
  proxy.close();
  proxy.closeAllConnections();
});

let ahead = 0;
const server = await startTestServer({
  pushRelay: { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, credentials: undefined },
  clock: () => Date.now() / 1000 + ahead,
});
await server.server.scheduler.runDue();
const [mel, mia] = [await server.as('mel'), await server.as('mia')];
const phone = new Phone(mia, relay.publicKey, 'fcm');
await phone.register();
await mia.ok('POST', '/users/me/android_gcm_reg_id', { token: 'plain' });
await runPushJobs(server);

for (const [path, missed, reached] of [
  ['/api/v1/remotes/push/notify', 'plain', phone.token],
  ['/api/v1/remotes/push/e2ee/notify', phone.token, 'plain'],
] as const)
  test(`the devices of ${path} are tried again, and the others are not`, async () => {
    const tokens = () => google.pushed.splice(0).map(({ token }) => token);
    failing = path;
    await mel.sendDirect([mia.userId], 'hello');
    await runPushJobs(server);
    assert.deepEqual(tokens(), [reached]);
    failing = undefined;
    ahead += 30;
    await runPushJobs(server);
    assert.deepEqual(tokens(), [missed]);
  });

describe('devices that the relay refuses', () => {
  before(async () => {
    await mia.ok('POST', '/remove_client_device', { device_id: phone.deviceId });
    await runPushJobs(server);
    google.pushed.splice(0);
  });

  for (const [refusal, attempts] of [
    ['PUSH_NOTIFICATIONS_DISALLOWED', []],
    ['ANOTHER_ERROR', ['plain']],
  ] as const)
    test(`with ${refusal} are ${attempts.length > 0 ? '' : 'not '}tried again`, async () => {
      [failing, code] = ['/api/v1/remotes/push/notify', refusal];
      await mel.sendDirect([mia.userId], 'hello');
      await runPushJobs(server);
      [failing, code] = [undefined, undefined];
      ahead += 30;
      await runPushJobs(server);
      assert.deepEqual(
        google.pushed.splice(0).map(({ token }) => token),
        attempts,
      );
    });
});
