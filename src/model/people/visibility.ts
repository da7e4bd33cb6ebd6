// Which accounts a limited guest may see; everybody else sees all.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';

interface WithOrganization {
  readonly organization: Organization;
}

/** The state in memory, as far as it says whom guests may see. */
interface Sights extends WithOrganization {
  accountsKnownTo(guestId: number): ReadonlySet<number> | undefined;
}

/** Whether an organization shows its guests only the people they have to do with. */
export function limitsGuests(organization: Organization): boolean {
  return organization.settings.can_access_all_users_group !== organization.systemGroupIds['role:everyone'];
}

/** Whether the organization limits what a viewer sees of its people. */
export function isLimitedGuest(state: WithOrganization, viewer: Pick<Account, 'role'>): boolean {
  return viewer.role === Role.guest && limitsGuests(state.organization);
}

/**
 * Whether a viewer may see an account. A limited guest sees themselves, bots, and the people that
 * `state.accountsKnownTo` holds: those who share a channel or direct messages with the guest.
 */
export function maySeeAccount(
  state: Sights,
  viewer: Pick<Account, 'id' | 'role'>,
  account: Pick<Account, 'id' | 'isBot'>,
): boolean {
  if (!isLimitedGuest(state, viewer)) return true;
  if (account.id === viewer.id || account.isBot) return true;
  return state.accountsKnownTo(viewer.id)?.has(account.id) ?? false;
}
