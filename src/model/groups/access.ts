// Which group a person may change, by the tables as they stand in a unit of work.

import { insufficientPermission, invalidGroup } from '../../contract/error.ts';
import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { accountById } from '../accounts/store.ts';
import type { Organization } from '../organizations/organization.ts';
import { hasPermission } from '../organizations/permissions.ts';
import { readOrganization } from '../organizations/store.ts';
import { groupAllowsNow } from './allows-setting.ts';
import type { UserGroup } from './group.ts';
import type { UserGroupSetting } from './permission-settings.ts';
import { groupById } from './store.ts';

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
  const { writer, organization, account } = editor;
  const group = await groupById(writer, groupId);
  if (!group) throw invalidGroup();
  if (group.isSystem) throw insufficientPermission();
  if (await hasPermission(writer, organization, 'can_manage_all_groups', account, writer.now)) return group;
  for (const name of ['can_manage_group', ...others] as const) {
    if (await groupAllowsNow(writer, organization, group, name, account, writer.now)) return group;
  }
  throw insufficientPermission();
}
