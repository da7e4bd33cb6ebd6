// Making a user group inside a unit of work.

import { insufficientPermission } from '../../contract/error.ts';
import type { GroupSettingValue } from '../../contract/group-setting.ts';
import { activeAmong } from '../accounts/store.ts';
import { hasPermission } from '../organizations/permissions.ts';
import type { GroupEditor } from './access.ts';
import { groupAdded } from './events.ts';
import { addMembers, addSubgroups } from './membership-store.ts';
import { type UserGroupSetting, userGroupPermissions } from './permission-settings.ts';
import { checkAccountsExist, checkedGroupName, checkNameIsFree, checkSubgroupsExist } from './rules.ts';
import { groupHeads, groupIdByName, insertGroup } from './store.ts';
import { isSystemGroupName } from './system-groups.ts';
import { validateSetting } from './validate-setting.ts';
import { userGroupSettingNames, wireGroup } from './view.ts';

export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly number[];
  readonly subgroupIds: readonly number[];
  /** As the client sent them; those left out have their defaults. */
  readonly settings: Partial<Record<UserGroupSetting, GroupSettingValue>>;
}

async function settingsOf(
  { writer, organization, account }: GroupEditor,
  sent: NewGroup['settings'],
): Promise<Record<UserGroupSetting, GroupSettingValue>> {
  const settings: Partial<Record<UserGroupSetting, GroupSettingValue>> = {};
  for (const name of userGroupSettingNames) {
    const setting = userGroupPermissions[name];
    const value = sent[name];
    if (value !== undefined) {
      settings[name] = await validateSetting(writer, organization, name, setting, value);
    } else if (isSystemGroupName(setting.defaultGroup)) {
      settings[name] = organization.systemGroupIds[setting.defaultGroup];
    } else settings[name] = { direct_members: [account.id], direct_subgroups: [] };
  }
  return settings as Record<UserGroupSetting, GroupSettingValue>;
}

/**
 * Stores a new group with its first members; gives its id. The creator may put groups into it whatever its
 * permissions say.
 */
export async function createGroup(editor: GroupEditor, group: NewGroup): Promise<number> {
  const { writer, organization, account } = editor;
  if (!(await hasPermission(writer, organization, 'can_create_groups', account, writer.now))) {
    throw insufficientPermission();
  }
  checkAccountsExist(group.memberIds, await activeAmong(writer, group.memberIds));
  const name = checkedGroupName(group.name);
  const settings = await settingsOf(editor, group.settings);
  checkSubgroupsExist(group.subgroupIds, await groupHeads(writer, group.subgroupIds));
  checkNameIsFree(name, await groupIdByName(writer, name));
  const { description, memberIds, subgroupIds } = group;
  const id = await insertGroup(writer, { name, description, creatorId: account.id, settings });
  const sequence = writer.nextSequence();
  await addMembers(writer, id, memberIds, sequence);
  await addSubgroups(writer, id, subgroupIds, sequence);
  const made = {
    id,
    name,
    description,
    isSystem: false,
    creatorId: account.id,
    createdAt: writer.now,
    isDeactivated: false,
    settings,
    memberIds: new Set(memberIds),
    subgroupIds: new Set(subgroupIds),
  };
  const members = [...memberIds].sort((a, b) => a - b);
  writer.emit(
    groupAdded(wireGroup(made, members, () => true, organization.systemGroupIds['role:nobody'])),
    sequence,
  );
  return id;
}
