// Audit log entries about two-factor authentication: enabling, disabling and new recovery codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enableSecondFactor, forgetUsedCodes } from '../support/authenticator.ts';
import { startTestServer } from '../support/server.ts';
import { audited } from './audited.ts';

const PATH = '/users/me/second_factor';
const password = 'demo-password';
const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
const own = { acting_user_id: mel.userId, affected_user_id: mel.userId, details: {} };

test('enabling, new recovery codes and disabling are recorded', async () => {
  const entries = await audited(olive, async () => {
    const { authenticator } = await enableSecondFactor(mel, password);
    await forgetUsedCodes(server);
    await mel.ok('POST', `${PATH}/recovery_codes`, { password, code: authenticator.code() });
    await forgetUsedCodes(server);
    await mel.ok('DELETE', PATH, { password, code: authenticator.code() });
  });
  assert.deepEqual(entries, [
    { kind: 'second_factor_on', ...own },
    { kind: 'recovery_codes_made', ...own },
    { kind: 'second_factor_off', ...own },
  ]);
});

test('an administrator who removes two-factor authentication is recorded as the actor', async () => {
  await enableSecondFactor(mel, password);
  const entries = await audited(olive, () => olive.ok('DELETE', `/users/${mel.userId}/second_factor`));
  assert.deepEqual(entries, [{ ...own, kind: 'second_factor_off', acting_user_id: olive.userId }]);
});

test('refused attempts are not recorded', async () => {
  const entries = await audited(olive, async () => {
    await mel.refused('POST', PATH, { password: 'wrong' }, 'BAD_REQUEST', 'Wrong password!');
    await olive.request('DELETE', `/users/${mel.userId}/second_factor`);
  });
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['log_in_failed'],
  );
});
