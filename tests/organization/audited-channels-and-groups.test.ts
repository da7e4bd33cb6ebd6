// Audit log entries about channels and groups: creation, changes, archiving, deactivation and members.

import { auditedTable } from './audited-table.ts';

const { olive, mel, mia, max, expectEntries, groupOf } = await auditedTable();
const [owners, administrators, everyone] = [
  groupOf('owners'),
  groupOf('administrators'),
  groupOf('everyone'),
];
const ids: Record<string, number> = {};

expectEntries(
  'a channel is created, changed, made a default, archived and unarchived',
  async () => {
    const channel = { name: 'secret plans', subscribers: [olive.userId], invite_only: true };
    ids.channel = (await olive.ok('POST', '/channels/create', channel)).id;
    const path = `/streams/${ids.channel}`;
    const can = { can_send_message_group: { new: administrators } };
    await olive.ok('PATCH', path, { new_name: 'plans', is_private: false, ...can });
    await olive.ok('PATCH', path, { message_retention_days: 7 });
    await olive.ok('POST', '/default_streams', { stream_id: ids.channel });
    await olive.ok('DELETE', '/default_streams', { stream_id: ids.channel });
    await olive.ok('DELETE', path);
    await olive.ok('PATCH', path, { is_archived: false });
  },
  () => {
    const own = { stream_id: ids.channel };
    const changeEntry = { kind: 'channel_changed', ...own } as const;
    return [
      {
        kind: 'channel_created',
        ...own,
        details: { name: 'secret plans', privacy: 'Private, protected history' },
      },
      { ...changeEntry, details: { property: 'name', old: 'secret plans', new: 'plans' } },
      {
        ...changeEntry,
        details: { property: 'privacy', old: 'Private, protected history', new: 'Public' },
      },
      {
        ...changeEntry,
        details: {
          property: 'can_send_message_group',
          old_permission: everyone,
          new_permission: administrators,
        },
      },
      { ...changeEntry, details: { property: 'message_retention_days', old: null, new: 7 } },
      { kind: 'default_channel_added', ...own },
      { kind: 'default_channel_removed', ...own },
      { kind: 'channel_archived', ...own },
      { kind: 'channel_unarchived', ...own },
    ];
  },
);
expectEntries(
  'a group is created and changed, its members change, and it is deactivated and reactivated',
  async () => {
    const group = { name: 'pilots', description: 'Who fly', members: [mel.userId] };
    ids.group = (await olive.ok('POST', '/user_groups/create', group)).group_id;
    const path = `/user_groups/${ids.group}`;
    await olive.ok('PATCH', path, {
      name: 'flyers',
      description: 'Who fly far',
      can_mention_group: { new: owners },
    });
    await olive.ok('POST', `${path}/members`, { add: [mia.userId, max.userId] });
    await olive.ok('POST', `${path}/members`, { delete: [mel.userId] });
    await olive.ok('POST', `${path}/subgroups`, { add: [owners] });
    await olive.ok('POST', `${path}/subgroups`, { delete: [owners] });
    await olive.ok('POST', `${path}/deactivate`);
    await olive.ok('PATCH', path, { deactivated: false });
  },
  () => {
    const group_id = ids.group;
    return [
      {
        kind: 'group_created',
        group_id,
        details: { name: 'pilots', user_ids: [mel.userId], group_ids: [] },
      },
      {
        kind: 'group_changed',
        group_id,
        details: { property: 'name', old: 'pilots', new: 'flyers' },
      },
      {
        kind: 'group_changed',
        group_id,
        details: { property: 'description', old: 'Who fly', new: 'Who fly far' },
      },
      {
        kind: 'group_changed',
        group_id,
        details: { property: 'can_mention_group', old_permission: everyone, new_permission: owners },
      },
      { kind: 'group_members_added', group_id, details: { user_ids: [mia.userId, max.userId] } },
      { kind: 'group_members_removed', group_id, details: { user_ids: [mel.userId] } },
      { kind: 'group_subgroups_added', group_id, details: { group_ids: [owners] } },
      { kind: 'group_subgroups_removed', group_id, details: { group_ids: [owners] } },
      { kind: 'group_deactivated', group_id },
      { kind: 'group_reactivated', group_id },
    ];
  },
);
