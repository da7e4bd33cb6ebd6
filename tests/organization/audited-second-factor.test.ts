// What the audit log tells of two-factor log-in: by whom it is switched on and off, and new recovery codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enrol, letStepsPass } from '../support/authenticator.ts';
import { startTestServer } from '../support/server.ts';
import { audited } from './audited.ts';

const PATH = '/users/me/second_factor';
const password = 'demo-password';
const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
const own = { acting_user_id: mel.userId, affected_user_id: mel.userId, details: {} };

test('two-factor log-in is told as it is switched on, gets new recovery codes and is switched off', async () => {
  const told = await audited(olive, async () => {
    const { authenticator } = await enrol(mel, password);
    await letStepsPass(server);
    await mel.ok('POST', `${PATH}/recovery_codes`, { password, code: authenticator.code() });
    await letStepsPass(server);
    await mel.ok('DELETE', PATH, { password, code: authenticator.code() });
  });
  assert.deepEqual(told, [
    { kind: 'second_factor_on', ...own },
    { kind: 'recovery_codes_made', ...own },
    { kind: 'second_factor_off', ...own },
  ]);
});

test('whoever takes it away from somebody is named', async () => {
  await enrol(mel, password);
  const told = await audited(olive, () => olive.ok('DELETE', `/users/${mel.userId}/second_factor`));
  assert.deepEqual(told, [{ ...own, kind: 'second_factor_off', acting_user_id: olive.userId }]);
});

test('what is refused is not told', async () => {
  const told = await audited(olive, async () => {
    await mel.refused('POST', PATH, { password: 'wrong' }, 'BAD_REQUEST', 'Wrong password!');
    await olive.request('DELETE', `/users/${mel.userId}/second_factor`);
  });
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['log_in_failed'],
  );
});
