// Whether an account has a permission of the organization, from the tables as a unit of work sees them.

import { insufficientPermission } from '../../api-contract/error.ts';
import {
  type OrganizationGroupSetting,
  organizationPermissions,
} from '../../model/groups/permission-settings.ts';
import type { GroupCandidate } from '../../model/groups/user-group.ts';
import type { ActorContext } from '../actor-context.ts';
import { settingAllowsNow } from './allows-setting.ts';

/** Whether an account has one of the organization's permissions. */
export async function hasPermission(
  acting: ActorContext<GroupCandidate>,
  name: OrganizationGroupSetting,
): Promise<boolean> {
  return settingAllowsNow(acting, organizationPermissions[name], acting.organization.settings[name]);
}

/** @throws `Insufficient permission` if the account does not have the permission */
export async function requirePermission(
  acting: ActorContext<GroupCandidate>,
  name: OrganizationGroupSetting,
): Promise<void> {
  if (!(await hasPermission(acting, name))) throw insufficientPermission();
}
