// Builds the rows of people, bots and groups of an import.

import { isDeepStrictEqual } from 'node:util';
import { canonicalGroupSetting, type GroupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf } from '../../api-contract/typed-records.ts';
import { apiKeyHash, type Keyring, newApiKey, sealApiKey } from '../../model/accounts/credentials.ts';
import { systemBots } from '../../model/accounts/system-bots.ts';
import { initialUserSettings } from '../../model/accounts/user-settings.ts';
import { userGroupPermissions } from '../../model/groups/permission-settings.ts';
import { isSystemGroupName, type SystemGroupIds, systemGroups } from '../../model/groups/system-groups.ts';
import { textKey } from '../../model/text-key.ts';
import { importTables } from '../../stores/imports/import-tables.ts';
import type { ImportedAccount, ImportedDirectory, ImportedGroup } from '../records/directory.ts';
import type { Ids } from './ids.ts';
import { FIRST_POSITION } from './log-positions.ts';
import type { RowsByTable } from './rows.ts';
import type { Survey } from './survey.ts';

/** The context for building rows. */
export interface RowContext {
  readonly ids: Ids;
  readonly keyring: Keyring;
  readonly survey: Survey;
  readonly systemGroupIds: SystemGroupIds;
  readonly systemBotIds: ReadonlyMap<string, number>;
}

/** JSON of the settings that differ from the initial values. */
function changedSettingsJson(settings: Readonly<Record<string, unknown>>): string {
  const initial: Readonly<Record<string, unknown>> = { ...initialUserSettings };
  const entries = Object.entries(settings).filter(
    ([name, value]) => !isDeepStrictEqual(value, initial[name]),
  );
  return JSON.stringify(Object.fromEntries(entries));
}

/** Adds the accounts of an import and the service's own bots, each active from the beginning. */
export function addAccounts(rows: RowsByTable, directory: ImportedDirectory, context: RowContext): void {
  for (const account of directory.accounts) if (!account.systemBot) addAccount(rows, account, context);
  for (const { key, email, fullName } of systemBots) {
    const id = context.systemBotIds.get(key);
    if (id === undefined) throw new Error(`there is no ${key} bot`);
    const bot = {
      id,
      email,
      full_name: fullName,
      role: 400,
      bot_type: 1,
      is_system_bot: true,
      is_active: true,
    };
    addRow(rows, { ...bot, avatar_source: 'J', settings: '{}', read_base: context.survey.lastId }, context);
  }
}

function addAccount(rows: RowsByTable, account: ImportedAccount, context: RowContext): void {
  const { ids, survey } = context;
  const id = ids.account(account.id);
  // Without receipts, everything counts as read.
  const base =
    survey.readBases.get(account.id) ?? (account.receivedThrough === undefined ? survey.lastId : 0);
  addRow(
    rows,
    {
      id,
      email: account.email,
      full_name: account.fullName,
      role: account.role,
      is_active: account.isActive,
      is_imported_stub: account.isStub,
      bot_type: account.botType,
      bot_owner_id: ids.optional('account', account.botOwnerId),
      is_system_bot: false,
      date_joined: account.dateJoined,
      last_login_at: account.lastLoginAt,
      timezone: account.timezone,
      avatar_source: account.avatarSource,
      avatar_version: account.avatarVersion,
      settings: changedSettingsJson(account.settings),
      can_create_users: account.canCreateUsers,
      can_change_user_emails: account.canChangeUserEmails,
      can_forge_sender: account.canForgeSender,
      default_sending_channel_id: ids.optional('channel', account.defaultSendingChannelId),
      default_events_channel_id: ids.optional('channel', account.defaultEventsChannelId),
      default_all_public_channels: account.defaultAllPublicChannels,
      read_base: base === 0 ? 0 : ids.of('message', base),
    },
    context,
  );
}

const DEFAULTS = { date_joined: 0, timezone: '', avatar_version: 1, can_create_users: false } as const;
const NO_GRANTS = {
  can_change_user_emails: false,
  can_forge_sender: false,
  default_all_public_channels: false,
} as const;

function addRow(
  rows: RowsByTable,
  account: Readonly<Record<string, string | number | boolean | null>> & {
    readonly id: number;
    readonly email: string;
  },
  { ids, keyring, survey }: RowContext,
): void {
  const apiKey = newApiKey();
  const organization = { organization_id: ids.organizationId };
  rows.add(importTables.account, {
    ...DEFAULTS,
    ...NO_GRANTS,
    is_imported_stub: false,
    ...account,
    ...organization,
    email_key: textKey(account.email),
    is_deleted: false,
    api_key_hash: apiKeyHash(keyring, apiKey),
    api_key_sealed: sealApiKey(keyring, apiKey),
  });
  const period = {
    ...organization,
    account_id: account.id,
    from_sequence: FIRST_POSITION,
    to_sequence: account.is_active ? null : survey.end,
  };
  rows.add(importTables.account_period, period);
  rows.add(importTables.role_period, { ...period, to_sequence: null, role: account.role ?? null });
}

/** Adds the groups of an import and the system groups. */
export function addGroups(rows: RowsByTable, directory: ImportedDirectory, context: RowContext): void {
  const { ids, systemGroupIds } = context;
  const organization = { organization_id: ids.organizationId };
  const nobody = systemGroupIds['role:nobody'];
  const settings = JSON.stringify(
    Object.fromEntries(keysOf(userGroupPermissions).map((name) => [name, nobody])),
  );
  for (const { name, description, subgroup } of systemGroups) {
    const id = systemGroupIds[name];
    const fixed = { is_system: true, is_deactivated: false, group_settings: settings };
    rows.add(importTables.user_group, {
      ...organization,
      id,
      name,
      name_key: textKey(name),
      description,
      ...fixed,
    });
    if (!subgroup) continue;
    const link = { group_id: id, subgroup_id: systemGroupIds[subgroup], from_sequence: FIRST_POSITION };
    rows.add(importTables.user_group_subgroup, { ...organization, ...link });
  }
  for (const group of directory.groups) if (!group.isSystem) addGroup(rows, group, context);
}

function addGroup(rows: RowsByTable, group: ImportedGroup, context: RowContext): void {
  const { ids } = context;
  const organization = { organization_id: ids.organizationId };
  const id = ids.of('group', group.id);
  rows.add(importTables.user_group, {
    ...organization,
    id,
    name: group.name,
    name_key: textKey(group.name),
    description: group.description,
    is_system: false,
    creator_id: ids.optional('account', group.creatorId),
    created_at: group.createdAt,
    is_deactivated: group.isDeactivated,
    group_settings: JSON.stringify(groupSettingsOf(group, context)),
  });
  for (const member of new Set(group.memberIds)) {
    const account = { group_id: id, account_id: ids.account(member), from_sequence: FIRST_POSITION };
    rows.add(importTables.user_group_member, { ...organization, ...account });
  }
  for (const subgroup of new Set(group.subgroupIds)) {
    const link = { group_id: id, subgroup_id: ids.of('group', subgroup), from_sequence: FIRST_POSITION };
    rows.add(importTables.user_group_subgroup, { ...organization, ...link });
  }
}

/** The permissions of a group; those that the archive lacks are as in a new group. */
function groupSettingsOf(group: ImportedGroup, { ids, systemGroupIds }: RowContext) {
  const nobody = systemGroupIds['role:nobody'];
  const entries = keysOf(userGroupPermissions).map((name) => {
    const archived = group.settings[name];
    if (archived !== undefined) return [name, canonicalGroupSetting(ids.permission(archived), nobody)];
    const { defaultGroup } = userGroupPermissions[name];
    if (isSystemGroupName(defaultGroup)) return [name, systemGroupIds[defaultGroup]];
    const creatorId = ids.optional('account', group.creatorId);
    const creator: GroupSettingValue =
      creatorId === null ? nobody : { direct_members: [creatorId], direct_subgroups: [] };
    return [name, creator];
  });
  return Object.fromEntries(entries);
}
