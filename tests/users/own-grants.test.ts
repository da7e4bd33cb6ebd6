// The permissions that the operator granted to the caller.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from './support.ts';

const server = await startTestServer();

test('everyone gets their own current grants', async () => {
  const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
  const grantsOf = async (client: typeof olive) => {
    const { can_create_users, can_change_user_emails, can_forge_sender } =
      await client.call('get-own-grants');
    return { can_create_users, can_change_user_emails, can_forge_sender };
  };
  const none = { can_create_users: false, can_change_user_emails: false, can_forge_sender: false };
  assert.deepEqual(await grantsOf(mel), none);
  assert.deepEqual(await grantsOf(olive), { ...none, can_create_users: true });
  await grant(server, olive, { can_change_user_emails: 1 });
  assert.deepEqual(await grantsOf(olive), { ...none, can_create_users: true, can_change_user_emails: true });
  assert.deepEqual(await grantsOf(mel), none);
});
