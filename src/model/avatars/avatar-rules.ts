// Who may change their own picture.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';

/** Refuses everyone but administrators if the organization has turned off avatar changes. */
export function checkMayChangeAvatar(organization: Organization, account: Pick<Account, 'role'>): void {
  if (!organization.settings.avatar_changes_disabled || account.role <= Role.administrator) return;
  throw badRequest('Avatar changes are disabled in this organization.');
}
