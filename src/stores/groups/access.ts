// Which group a person may change, by the tables as they stand in a unit of work.

import { insufficientPermission, invalidGroup } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { UserGroup } from '../../model/groups/group.ts';
import { type UserGroupSetting, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById } from '../accounts/account-store.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { directoryFor } from './allowed-now.ts';
import { settingAllows } from './allows-setting.ts';
import { groupById } from './group-store.ts';
import { hasPermission } from './organization-permissions.ts';

/** Who changes groups, and where. */
export interface GroupEditor {
  readonly writer: Writer;
  readonly organization: Organization;
  readonly account: Account;
}

/** The caller as they stand now; somebody deactivated a moment ago may nothing. */
export async function groupEditor(writer: Writer, accountId: number): Promise<GroupEditor> {
  const account = await accountById(writer, accountId);
  if (!account?.isActive) throw insufficientPermission();
  return { writer, organization: await readOrganization(writer), account };
}

/**
 * The group, for somebody who may manage it or has one of `others`. System groups cannot be changed by anybody.
 * @throws `Invalid user group`, `Insufficient permission`
 */
export async function groupToChange(
  editor: GroupEditor,
  groupId: number,
  ...others: readonly UserGroupSetting[]
): Promise<UserGroup> {
  const group = await groupById(editor.writer, groupId);
  if (!group) throw invalidGroup();
  const changeable = await groupsToChange(editor, [group], ...others);
  if (!changeable.has(groupId)) throw insufficientPermission();
  return group;
}

/** The ids of those of some groups that somebody may manage or has one of `others` in; a few statements for all. */
export async function groupsToChange(
  editor: GroupEditor,
  groups: readonly UserGroup[],
  ...others: readonly UserGroupSetting[]
): Promise<ReadonlySet<number>> {
  const { writer, organization, account } = editor;
  const own = groups.filter(({ isSystem }) => !isSystem);
  const names = ['can_manage_group', ...others] as const;
  if (own.length === 0) return new Set();
  if (await hasPermission(editor, 'can_manage_all_groups')) {
    return new Set(own.map(({ id }) => id));
  }
  const values = own.flatMap(({ settings }) => names.map((name) => settings[name]));
  const directory = await directoryFor(writer, organization, values);
  const allows = (group: UserGroup, name: UserGroupSetting) =>
    settingAllows({ directory, account, now: writer.now }, userGroupPermissions[name], group.settings[name]);
  return new Set(own.filter((group) => names.some((name) => allows(group, name))).map(({ id }) => id));
}
