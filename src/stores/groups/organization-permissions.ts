// Whether a person has one of the organization's permissions, by the tables as they stand in a unit of work.

import { insufficientPermission } from '../../api-contract/error.ts';
import type { Person } from '../../model/groups/group.ts';
import {
  type OrganizationGroupSetting,
  organizationPermissions,
} from '../../model/groups/permission-settings.ts';
import type { Acting } from '../acting.ts';
import { settingAllowsNow } from './allows-setting.ts';

/**
 * Whether an account has one of the organization's permissions, by the tables as they stand.
 */
export async function hasPermission(
  acting: Acting<Person>,
  name: OrganizationGroupSetting,
): Promise<boolean> {
  return settingAllowsNow(acting, organizationPermissions[name], acting.organization.settings[name]);
}

/** Refuses with `Insufficient permission` who does not have a permission. */
export async function requirePermission(
  acting: Acting<Person>,
  name: OrganizationGroupSetting,
): Promise<void> {
  if (!(await hasPermission(acting, name))) throw insufficientPermission();
}
