// Audit log entries about accounts: creation, changes, deactivation, erasure and joining.

import { changeGrants } from '../../src/actions/accounts/grants.ts';
import { joinOrganization } from '../../src/actions/joining/join.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { auditedTable } from './audited-table.ts';

const { server, olive, mel, mia, secrets, expectEntries, expectNoSecret } = await auditedTable();
const { database, keyring } = server.server.services;
const ids: Record<string, number> = {};

expectEntries(
  'an account is created',
  async () => {
    const person = { email: 'new@example.com', full_name: 'New Person', password: 'a password to remember' };
    secrets.push(person.password);
    ids.made = (await olive.ok('POST', '/users', person)).user_id;
  },
  () => [
    {
      kind: 'user_created',
      affected_user_id: ids.made,
      details: { email: 'new@example.com', role: 400 },
    },
  ],
);
expectEntries(
  'an account gets another name and role',
  () => olive.ok('PATCH', `/users/${ids.made}`, { full_name: 'Known Person', role: 300 }),
  () => [
    { kind: 'role_changed', affected_user_id: ids.made, details: { old: 400, new: 300 } },
    {
      kind: 'user_renamed',
      affected_user_id: ids.made,
      details: { old: 'New Person', new: 'Known Person' },
    },
  ],
);
expectEntries(
  'an account changes its own name',
  () => mia.ok('PATCH', '/settings', { full_name: 'Mia Minster' }),
  () => [
    {
      kind: 'user_renamed',
      acting_user_id: mia.userId,
      affected_user_id: mia.userId,
      details: { old: 'Mia Member', new: 'Mia Minster' },
    },
  ],
);
expectEntries(
  'a command grants and revokes a permission',
  async () => {
    for (const change of ['grant', 'revoke'] as const)
      await database.write(
        1,
        (writer) => changeGrants(writer, mel.userId, ['can_forge_sender'], change),
        'command',
      );
  },
  () =>
    (['permissions_granted', 'permissions_revoked'] as const).map((kind) => ({
      kind,
      acting_user_id: undefined,
      by_command: true,
      affected_user_id: mel.userId,
      details: { names: ['can_forge_sender'] },
    })),
);
expectEntries(
  'an owner changes an address',
  async () => {
    await database.write(1, (writer) =>
      changeGrants(writer, olive.userId, ['can_change_user_emails'], 'grant'),
    );
    await olive.ok('PATCH', `/users/${ids.made}`, { new_email: 'known@example.com' });
  },
  () => [
    {
      kind: 'permissions_granted',
      acting_user_id: undefined,
      affected_user_id: olive.userId,
      details: { names: ['can_change_user_emails'] },
    },
    {
      kind: 'email_changed',
      affected_user_id: ids.made,
      details: { old: 'new@example.com', new: 'known@example.com' },
    },
  ],
);
expectEntries(
  'an account is deactivated and reactivated',
  async () => {
    await olive.ok('DELETE', `/users/${ids.made}`);
    await olive.ok('POST', `/users/${ids.made}/reactivate`);
  },
  () => [
    { kind: 'user_deactivated', affected_user_id: ids.made },
    { kind: 'user_reactivated', affected_user_id: ids.made },
  ],
);
expectEntries(
  'an account is deactivated with its profile and its messages',
  () =>
    olive.ok('DELETE', `/users/${ids.made}`, {
      actions: { delete_profile: true, delete_direct_messages: true, delete_public_channel_messages: true },
    }),
  () => [
    { kind: 'user_deactivated', affected_user_id: ids.made },
    { kind: 'profile_erased', affected_user_id: ids.made },
    {
      kind: 'messages_erased',
      affected_user_id: ids.made,
      details: { of: ['public_channels', 'direct_messages'] },
    },
  ],
);

expectEntries(
  'an account is erased',
  () => olive.ok('POST', `/users/${ids.made}/erase`),
  () => [{ kind: 'user_erased', affected_user_id: ids.made, details: { messages: false, files: false } }],
);

expectEntries(
  'a person signs up',
  async () => {
    const person = { email: 'joe@example.com', fullName: 'Joe Joiner', passwordHash: null };
    const account = await database.write(1, async (writer) =>
      joinOrganization({ writer, keyring, organization: await readOrganization(writer) }, person),
    );
    ids.joined = account.id;
  },
  () => [
    {
      kind: 'user_created',
      acting_user_id: ids.joined,
      affected_user_id: ids.joined,
      details: { email: 'joe@example.com', role: 400 },
    },
  ],
);
expectNoSecret();
