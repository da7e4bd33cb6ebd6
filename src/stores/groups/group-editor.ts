// Which groups an account may change, from the tables as a unit of work sees them.

import { insufficientPermission, invalidGroup } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { type UserGroupSetting, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../accounts/account-store.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { directoryFor } from './allowed-now.ts';
import { settingAllows } from './allows-setting.ts';
import { groupById } from './group-store.ts';
import { hasPermission } from './organization-permissions.ts';

/** The account that changes groups, with its unit of work. */
export interface GroupEditor {
  readonly writer: Writer;
  readonly organization: Organization;
  readonly account: Account;
}

/**
 * The editor, with the account read from the tables.
 * @throws `Insufficient permission` if it was deactivated
 */
export async function groupEditor(writer: Writer, accountId: number): Promise<GroupEditor> {
  const account = await accountById(writer, accountId);
  if (!account?.isActive) throw insufficientPermission();
  return { writer, organization: await readOrganization(writer), account };
}

/**
 * The group, if the editor may manage it or has one of the permissions in `others`. System groups cannot be
 * changed.
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

/**
 * The ids of the groups that the editor may manage or in which it has one of the permissions in `others`.
 * Takes a few statements for all.
 */
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
