// Converts the channels and groups of a Zulip archive.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { channelPermissions, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedChannel, ImportedFolder, ImportedGroup } from '../records/directory.ts';
import type { ArchivedGroups } from './group-settings.ts';

const TOPICS_POLICIES = [
  'inherit',
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
];
/** The permission to post in older archives. */
const POSTING_POLICIES: Readonly<Record<number, string>> = {
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
};

function settingsOf(row: Row, groups: ArchivedGroups): Record<string, GroupSettingValue> {
  const settings = groups.settings(row, Object.keys(channelPermissions));
  const policy = POSTING_POLICIES[row.number('stream_post_policy', 0)];
  const posters = policy === undefined ? undefined : groups.idOf(policy);
  if (posters !== undefined && settings.can_send_message_group === undefined)
    settings.can_send_message_group = posters;
  return settings;
}

/** Converts a row of `zerver_stream`. */
export function channelOf(row: Row, groups: ArchivedGroups, defaults: ReadonlySet<number>): ImportedChannel {
  return {
    id: row.id('id'),
    name: row.text('name'),
    description: row.text('description', ''),
    createdAt: row.seconds('date_created', 0),
    creatorId: row.optionalId('creator'),
    isPrivate: row.flag('invite_only'),
    isWebPublic: row.flag('is_web_public'),
    isHistoryPublic: row.flag('history_public_to_subscribers', !row.flag('invite_only')),
    isArchived: row.flag('deactivated'),
    isDefault: defaults.has(row.id('id')),
    isRecentlyActive: row.flag('is_recently_active', true),
    retentionDays: row.value('message_retention_days') == null ? null : row.number('message_retention_days'),
    topicsPolicy: TOPICS_POLICIES[row.number('topics_policy', 1)] ?? 'inherit',
    folderId: row.optionalId('folder'),
    settings: settingsOf(row, groups),
  };
}

/** Converts a row of `zerver_channelfolder`. */
export function folderOf(row: Row, position: number): ImportedFolder {
  return {
    id: row.id('id'),
    name: row.text('name'),
    description: row.text('description', ''),
    creatorId: row.optionalId('creator'),
    createdAt: row.seconds('date_created', 0),
    position: row.number('order', position),
    isArchived: row.flag('is_archived'),
  };
}

/** Converts a row of `zerver_namedusergroup`. */
export function groupOf(row: Row, groups: ArchivedGroups): ImportedGroup {
  const id = row.id('id');
  const isSystem = row.flag('is_system_group');
  return {
    id,
    name: row.text('name'),
    description: row.text('description', ''),
    isSystem,
    creatorId: row.optionalId('creator'),
    createdAt: row.value('date_created') == null ? null : row.seconds('date_created'),
    isDeactivated: row.flag('deactivated'),
    settings: groups.settings(row, Object.keys(userGroupPermissions)),
    memberIds: isSystem ? [] : groups.membersOf(id),
    subgroupIds: isSystem ? [] : groups.subgroupsOf(id),
  };
}
