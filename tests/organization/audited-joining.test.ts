// Audit log entries of a person who joins: their own actions, without the default channels that they got.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBy } from '../invitations/support.ts';
import { startTestServer } from '../support/server.ts';
import { audited } from './audited.ts';

test('joining records a new user and their login, and not the default channels', async () => {
  const server = await startTestServer();
  const olive = await server.as('olive');
  const sent = { invitee_emails: 'nia@example.org', include_realm_default_subscriptions: true };
  await olive.ok('POST', '/invites', { ...sent, stream_ids: [] });
  const entries = await audited(olive, async () => {
    const nia = await joinBy(server, 'nia@example.org', 'Nia New');
    assert.notDeepEqual((await nia.ok('GET', '/users/me/subscriptions')).subscriptions, []);
  });
  assert.deepEqual([...new Set(entries.map(({ kind }) => kind))], ['user_created', 'log_in']);
});
