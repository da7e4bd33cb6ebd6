// Settings that administrators may change for others, with their audit log entries.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { audited } from './audited.ts';

const server = await startTestServer();
const [olive, adam, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('gus'),
]);
const target_users = { user_ids: [mel.userId, gus.userId] };

for (const [name, value] of [
  ['allow_private_data_export', true],
  ['enable_login_emails', false],
] as const) {
  test(`no one else changes ${name}, and nothing else is changed`, async () => {
    const entries = await audited(olive, () =>
      adam.refused(
        'PATCH',
        '/settings',
        { target_users, enter_sends: true, [name]: value },
        'BAD_REQUEST',
        `Invalid ${name}: only the user can change this setting.`,
      ),
    );
    assert.deepEqual(entries, []);
    const { user_settings: settings } = (await mel.registerQueue()).snapshot;
    assert.deepEqual([settings[name], settings.enter_sends], [!value, false]);
    await mel.ok('PATCH', '/settings', { [name]: value });
  });
}

test('changed settings of others are recorded, unchanged ones are not', async () => {
  await gus.ok('PATCH', '/settings', { starred_message_counts: false });
  const change = { target_users, starred_message_counts: false, user_list_style: 3 };
  const entries = await audited(olive, () => adam.ok('PATCH', '/settings', change));
  const by = { kind: 'user_settings_changed', acting_user_id: adam.userId };
  assert.deepEqual(entries, [
    {
      ...by,
      affected_user_id: mel.userId,
      details: { names: ['starred_message_counts', 'user_list_style'] },
    },
    { ...by, affected_user_id: gus.userId, details: { names: ['user_list_style'] } },
  ]);
  assert.deepEqual(await audited(olive, () => adam.ok('PATCH', '/settings', change)), []);
});

test('an administrator’s changes to their own settings are not recorded', async () => {
  const own = { target_users: { user_ids: [adam.userId] }, user_list_style: 3 };
  assert.deepEqual(await audited(olive, () => adam.ok('PATCH', '/settings', own)), []);
});
