// Audit log entries about the organization: settings, customizations, exports, deactivation and reactivation.

import assert from 'node:assert/strict';
import { reactivateOrganization } from '../../src/actions/organizations/reactivate.ts';
import { png, sendFiles } from '../uploads/support.ts';
import { auditedTable } from './audited-table.ts';
import { requestExport } from './exported.ts';

const { server, olive, adam, mel, secrets, expectEntries, expectNoSecret, groupOf } = await auditedTable();
const { database } = server.server.services;
const [administrators, members] = [groupOf('administrators'), groupOf('members')];
const { stream_id: general } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
await olive.ok('POST', '/channels/create', { name: 'kitchen', subscribers: [olive.userId] });
const picture = { name: 'picture.png', bytes: await png(64, 64), type: 'image/png' };
const uploadPicture = async (path: string) => {
  const { status } = await sendFiles(olive, path, [picture]);
  assert.equal(status, 200);
};

expectEntries(
  'settings change: a value, a permission, a channel and the retention of messages',
  () =>
    olive.ok('PATCH', '/realm', {
      name: 'Acme & Sons',
      can_create_groups: { new: administrators },
      signup_announcements_stream_id: general,
      message_retention_days: 30,
    }),
  () => {
    const kind = 'organization_setting_changed';
    return [
      { kind, details: { property: 'name', old: 'Parley Demo', new: 'Acme & Sons' } },
      { kind, details: { property: 'message_retention_days', old: -1, new: 30 } },
      {
        kind,
        details: { property: 'signup_announcements_stream_id', old_stream_id: -1, new_stream_id: general },
      },
      {
        kind,
        details: { property: 'can_create_groups', old_permission: members, new_permission: administrators },
      },
    ];
  },
);
expectEntries(
  'changed defaults for new accounts are recorded, unchanged ones are not',
  () =>
    adam.ok('PATCH', '/realm/user_settings_defaults', { enter_sends: true, starred_message_counts: true }),
  () => [
    {
      kind: 'default_setting_changed',
      acting_user_id: adam.userId,
      details: { property: 'enter_sends', old: false, new: true },
    },
  ],
);
expectEntries(
  'the icon is replaced',
  () => uploadPicture('/realm/icon'),
  () => [{ kind: 'organization_picture_changed', details: { picture: 'icon', shown: 'uploaded' } }],
);
expectEntries(
  'an export is started, and its archive deleted',
  async () => {
    const { id, export_url: address } = await requestExport(olive);
    secrets.push(new URL(String(address)).pathname.split('/').at(-2) ?? '');
    await olive.ok('DELETE', `/export/realm/${id}`);
  },
  () => [{ kind: 'export_started', details: { export_type: 'public' } }, { kind: 'export_deleted' }],
);
expectEntries(
  'domains are added, changed and removed, the last with the restriction to domains',
  async () => {
    await olive.ok('POST', '/realm/domains', { domain: 'acme.example', allow_subdomains: false });
    await olive.ok('PATCH', '/realm/domains/acme.example', { allow_subdomains: true });
    await olive.ok('DELETE', '/realm/domains/acme.example');
  },
  () => [
    { kind: 'domain_added', details: { name: 'acme.example', allow_subdomains: false } },
    { kind: 'domain_changed', details: { name: 'acme.example', allow_subdomains: true } },
    { kind: 'domain_removed', details: { name: 'acme.example' } },
  ],
);
expectEntries(
  'linkifiers are added, changed and removed',
  async () => {
    const sent = { pattern: 'Q(?P<id>[0-9]+)', url_template: 'https://example.com/q/{id}' };
    const { id } = await olive.ok('POST', '/realm/filters', sent);
    await olive.ok('PATCH', `/realm/filters/${id}`, { ...sent, url_template: 'https://example.com/r/{id}' });
    await olive.ok('DELETE', `/realm/filters/${id}`);
  },
  () => {
    const name = 'Q(?P<id>[0-9]+)';
    const [one, other] = ['https://example.com/q/{id}', 'https://example.com/r/{id}'];
    return [
      { kind: 'linkifier_added', details: { name, new: one } },
      {
        kind: 'linkifier_changed',
        details: { old_name: name, name, property: 'url_template', old: one, new: other },
      },
      { kind: 'linkifier_removed', details: { name } },
    ];
  },
);
expectEntries(
  'a custom emoji is added and removed',
  async () => {
    await uploadPicture('/realm/emoji/party');
    await olive.ok('DELETE', '/realm/emoji/party');
  },
  () => [
    { kind: 'emoji_added', details: { name: 'party' } },
    { kind: 'emoji_removed', details: { name: 'party' } },
  ],
);
expectEntries(
  'a profile field is added, changed and removed',
  async () => {
    const { id } = await olive.ok('POST', '/realm/profile_fields', { field_type: 1, name: 'Desk' });
    await olive.ok('PATCH', `/realm/profile_fields/${id}`, { name: 'Room' });
    await olive.ok('DELETE', `/realm/profile_fields/${id}`);
  },
  () => [
    { kind: 'profile_field_added', details: { name: 'Desk' } },
    { kind: 'profile_field_changed', details: { old_name: 'Desk', name: 'Room' } },
    { kind: 'profile_field_removed', details: { name: 'Room' } },
  ],
);
expectEntries(
  'an administrator changes the profile of another account; changes to their own are not recorded',
  async () => {
    const { id } = await olive.ok('POST', '/realm/profile_fields', { field_type: 1, name: 'Floor' });
    const profile_data = [{ id, value: 'third' }];
    for (const person of [mel, mel, olive])
      await olive.ok('PATCH', `/users/${person.userId}`, { profile_data });
    await olive.ok('PATCH', `/users/${mel.userId}`, { profile_data: [{ id, value: null }] });
  },
  () => {
    const changed = {
      kind: 'profile_changed',
      affected_user_id: mel.userId,
      details: { names: ['Floor'] },
    } as const;
    return [{ kind: 'profile_field_added', details: { name: 'Floor' } }, changed, changed];
  },
);
expectEntries(
  'a default channel group is added, changed and removed',
  async () => {
    const sent = { group_name: 'Kitchen', description: 'Food', stream_names: [] };
    await olive.ok('POST', '/default_stream_groups/create', sent);
    const { realm_default_stream_groups: groups } = (await olive.registerQueue()).snapshot;
    const { id } = groups.find(({ name }: { name: string }) => name === 'Kitchen');
    const path = `/default_stream_groups/${id}`;
    await olive.ok('PATCH', path, { new_group_name: 'Canteen' });
    await olive.ok('PATCH', `${path}/streams`, { op: 'add', stream_names: ['kitchen'] });
    await olive.ok('DELETE', path);
  },
  () => [
    { kind: 'default_group_added', details: { name: 'Kitchen' } },
    { kind: 'default_group_changed', details: { old_name: 'Kitchen', name: 'Canteen' } },
    { kind: 'default_group_changed', details: { old_name: 'Canteen', name: 'Canteen' } },
    { kind: 'default_group_removed', details: { name: 'Canteen' } },
  ],
);
expectEntries(
  'a playground is added and removed',
  async () => {
    const sent = { name: 'Try', pygments_language: 'Rust', url_template: 'https://example.com/{code}' };
    const { id } = await olive.ok('POST', '/realm/playgrounds', sent);
    await olive.ok('DELETE', `/realm/playgrounds/${id}`);
  },
  () => [
    { kind: 'playground_added', details: { name: 'Try' } },
    { kind: 'playground_removed', details: { name: 'Try' } },
  ],
);
expectEntries(
  'the organization is deactivated, and reactivated by a command',
  async () => {
    await olive.ok('POST', '/realm/deactivate');
    await database.write(1, reactivateOrganization, 'command');
  },
  () => [
    { kind: 'organization_deactivated' },
    { kind: 'organization_reactivated', acting_user_id: undefined, by_command: true },
  ],
);
expectNoSecret();
