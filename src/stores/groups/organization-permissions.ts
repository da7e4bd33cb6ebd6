// Whether a person has one of the organization's permissions, by the tables as they stand in a unit of work.

import { insufficientPermission } from '../../contract/error.ts';
import type { Person } from '../../model/groups/group.ts';
import {
  type OrganizationGroupSetting,
  organizationPermissions,
} from '../../model/groups/permission-settings.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/session.ts';
import { settingAllowsNow } from './allows-setting.ts';

/**
 * Whether an account has one of the organization's permissions, by the tables as they stand; `now` in seconds.
 */
export async function hasPermission(
  reader: Reader,
  organization: Organization,
  name: OrganizationGroupSetting,
  account: Person,
  now: number,
): Promise<boolean> {
  const value = organization.settings[name];
  return settingAllowsNow(reader, organization, organizationPermissions[name], value, account, now);
}

/** Refuses with `Insufficient permission` who does not have a permission. */
export async function requirePermission(
  reader: Reader,
  organization: Organization,
  name: OrganizationGroupSetting,
  account: Person,
  now: number,
): Promise<void> {
  if (!(await hasPermission(reader, organization, name, account, now))) throw insufficientPermission();
}
