// An account loses access during a request: the request leaves nothing that would restore access or disclose more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { newClient } from '../access/support.ts';
import { loggedIn } from '../support/browser.ts';
import type { Answer, Json } from '../support/client.ts';
import { sendConcurrently } from '../support/concurrent-requests.ts';
import { DEMO_PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { startTestServer } from '../support/server.ts';
import { Receiver } from '../web-push/receiver.ts';

const server = await startTestServer();

const calls: readonly (readonly [string, Json])[] = [
  ['/users/me/api_key/regenerate', {}],
  ['/register_client_device', {}],
  ['/users/me/android_gcm_reg_id', { token: 'a-phone' }],
  ['/users/me/apns_device_token', { token: 'ab'.repeat(32), appid: 'org.example.app' }],
  [
    '/web_push/subscriptions',
    { endpoint: 'https://push.example.com/mine', ...new Receiver().fields, takes_removals: false },
  ],
];

for (const [index, [path, parameters]] of calls.entries()) {
  test(`a request to ${path} with the old key fails once there is a new key`, async () => {
    const person = await newClient(server, { key: `locked-${index}`, role: Role.member });
    const [renewalAnswer, lateAnswer] = await sendConcurrently(server, [
      () => person.request('POST', '/users/me/api_key/regenerate'),
      () => person.request('POST', path, parameters),
    ]);
    assert.equal(renewalAnswer?.status, 200, JSON.stringify(renewalAnswer?.body));
    assert.deepEqual([lateAnswer?.status, lateAnswer?.body.code], [401, 'INVALID_API_KEY']);
    const withNewKey = server.client(person.email, renewalAnswer?.body.api_key, person.userId);
    await withNewKey.ok('POST', path, parameters);
  });
}

test('the end of a session stops a concurrent request that confirms the identity in it', async () => {
  await rehashCheaply(server);
  const mia = await server.as('mia');
  const browser = await loggedIn(server.url, mia.email);
  const proof = { password: DEMO_PASSWORD };
  const [endAnswer, lateAnswer] = await sendConcurrently(server, [
    () => mia.request('DELETE', '/users/me/sessions'),
    () => browser.send('POST', '/json/users/me/proof', proof) as unknown as Promise<Answer>,
  ]);
  assert.equal(endAnswer?.status, 200, JSON.stringify(endAnswer?.body));
  assert.deepEqual([lateAnswer?.status, lateAnswer?.body.code], [401, 'UNAUTHORIZED']);
});
