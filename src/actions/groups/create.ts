// Creates a user group inside a unit of work.

import { insufficientPermission } from '../../api-contract/error.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { Account } from '../../model/accounts/account.ts';
import { groupAdded } from '../../model/groups/group-events.ts';
import {
  checkAccountsExist,
  checkedGroupName,
  checkGroupNameIsFree,
  checkSubgroupsExist,
} from '../../model/groups/group-rules.ts';
import { countGrantedAccounts } from '../../model/groups/permission-rules.ts';
import { type UserGroupSetting, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import { isSystemGroupName } from '../../model/groups/system-groups.ts';
import { userGroupSettingNames, wireGroup } from '../../model/groups/wire-group.ts';
import { activeAmong } from '../../stores/accounts/account-store.ts';
import type { UnitContext } from '../../stores/actor-context.ts';
import type { GroupEditor } from '../../stores/groups/group-editor.ts';
import { groupHeads, groupIdByName, insertGroup } from '../../stores/groups/group-store.ts';
import { addMembers, addSubgroups } from '../../stores/groups/membership-store.ts';
import { hasPermission } from '../../stores/groups/organization-permissions.ts';
import { validateSetting } from '../../stores/groups/validate-setting.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { audit } from '../audit/audit.ts';

export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly number[];
  readonly subgroupIds: readonly number[];
  /** As the client sent them; missing ones get their defaults. */
  readonly settings: Partial<Record<UserGroupSetting, GroupSettingValue>>;
}

async function settingsOf(
  { writer, organization }: UnitContext,
  sent: NewGroup['settings'],
  creator: Account | undefined,
): Promise<Record<UserGroupSetting, GroupSettingValue>> {
  const settings: Partial<Record<UserGroupSetting, GroupSettingValue>> = {};
  for (const name of userGroupSettingNames) {
    const setting = userGroupPermissions[name];
    const value = sent[name];
    if (value !== undefined) {
      settings[name] = await validateSetting(writer, organization, { name, setting }, value);
    } else if (isSystemGroupName(setting.defaultGroup)) {
      settings[name] = organization.systemGroupIds[setting.defaultGroup];
    } else if (creator) settings[name] = { direct_members: [creator.id], direct_subgroups: [] };
    else settings[name] = organization.systemGroupIds['role:nobody'];
  }
  return settings as Record<UserGroupSetting, GroupSettingValue>;
}

/**
 * Stores a new group with its first members; returns its id. The creator may add groups to it regardless of
 * its permissions.
 */
export async function createGroup(editor: GroupEditor, group: NewGroup): Promise<number> {
  if (!(await hasPermission(editor, 'can_create_groups'))) throw insufficientPermission();
  await takeQuota(editor, 'user_groups');
  const others = group.memberIds.filter((id) => id !== editor.account.id).length;
  await takeQuota(editor, 'group_memberships', others + group.subgroupIds.length);
  await takeQuota(editor, 'permission_members', countGrantedAccounts(Object.values(group.settings)));
  return insertGroupWithMembers(editor, group, editor.account);
}

/**
 * Stores a new group with its first members, without checking permissions and quotas; returns its id.
 * @param creator undefined: a program without an account, whose groups are managed by those who manage all groups
 */
export async function insertGroupWithMembers(
  { writer, organization }: UnitContext,
  group: NewGroup,
  creator: Account | undefined,
): Promise<number> {
  checkAccountsExist(group.memberIds, await activeAmong(writer, group.memberIds));
  const name = checkedGroupName(group.name);
  const settings = await settingsOf({ writer, organization }, group.settings, creator);
  checkSubgroupsExist(group.subgroupIds, await groupHeads(writer, group.subgroupIds));
  checkGroupNameIsFree(name, await groupIdByName(writer, name));
  const { description, memberIds, subgroupIds } = group;
  const id = await insertGroup(writer, { name, description, creatorId: creator?.id ?? null, settings });
  const sequence = writer.nextSequence();
  await addMembers(writer, id, memberIds, sequence);
  await addSubgroups(writer, id, subgroupIds, sequence);
  const details = { name, user_ids: memberIds, group_ids: subgroupIds };
  await audit(writer, { kind: 'group_created', groupId: id, details: details });
  const created = {
    id,
    name,
    description,
    isSystem: false,
    creatorId: creator?.id ?? null,
    createdAt: writer.now,
    isDeactivated: false,
    settings,
    memberIds: new Set(memberIds),
    subgroupIds: new Set(subgroupIds),
  };
  const members = [...memberIds].sort((a, b) => a - b);
  writer.emit(
    groupAdded(wireGroup(created, members, () => true, organization.systemGroupIds['role:nobody'])),
    sequence,
  );
  return id;
}
