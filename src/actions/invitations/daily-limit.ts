// How many invitations an organization mails in 24 hours. Counted along the invitations themselves, which remain when they are
// revoked; the refusal has its own form, which clients know.

import type { Organization } from '../../model/organizations/organization.ts';
import { quotaValue } from '../../model/quotas/quota.ts';

/** The most invitations that the organization's people may send in 24 hours, all together. */
export function invitationsPerDay({ settings }: Pick<Organization, 'settings'>): number {
  return quotaValue(settings.quotas, 'invitations', 'per_organization_and_day') ?? 0;
}
