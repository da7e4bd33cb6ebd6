// A new password in the settings must not be guessable from the organization.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

test('the address of the organization is refused as a new password', async () => {
  const server = await startTestServer({ publicUrl: 'https://heronharbour.example' });
  const mel = await server.as('mel');
  const change = (password: string) =>
    mel.request('PATCH', '/settings', { old_password: 'demo-password', new_password: password });
  for (const password of ['heronharbour', 'heronharbour.example', 'Heronharbour1']) {
    const { status, body } = await change(password);
    assert.deepEqual([status, /^New password is too weak!/.test(body.msg)], [400, true], password);
  }
  assert.equal((await change('quiet copper evenings')).status, 200);
});
