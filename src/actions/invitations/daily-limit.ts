// The number of invitations an organization may mail in 24 hours. The invitations themselves are counted,
// including revoked ones; the error has its own form, which clients know.

import type { Organization } from '../../model/organizations/organization.ts';
import { quotaValue } from '../../model/quotas/quota.ts';

/** The limit for the whole organization in 24 hours. */
export function invitationsPerDay({ settings }: Pick<Organization, 'settings'>): number {
  return quotaValue(settings.quotas, 'invitations', 'per_organization_and_day') ?? 0;
}
