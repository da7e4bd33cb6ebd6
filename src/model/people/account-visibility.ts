// Which accounts a limited guest may see. Everyone else sees all accounts.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';

interface WithOrganization {
  readonly organization: Organization;
}

/** The part of the state in memory that determines whom guests may see. */
interface VisibilityState extends WithOrganization {
  accountsKnownTo(guestId: number): ReadonlySet<number> | undefined;
}

/** Whether an organization shows its guests only the people they share conversations with. */
export function limitsGuests(organization: Organization): boolean {
  return organization.settings.can_access_all_users_group !== organization.systemGroupIds['role:everyone'];
}

/** Whether a viewer sees only some of the organization's people. */
export function isLimitedGuest(state: WithOrganization, viewer: Pick<Account, 'role'>): boolean {
  return viewer.role === Role.guest && limitsGuests(state.organization);
}

/**
 * Whether a viewer may see an account. A limited guest sees themselves, bots, and the accounts in
 * `state.accountsKnownTo`: those who share a channel or direct messages with the guest.
 */
export function maySeeAccount(
  state: VisibilityState,
  viewer: Pick<Account, 'id' | 'role'>,
  account: Pick<Account, 'id' | 'isBot'>,
): boolean {
  if (!isLimitedGuest(state, viewer)) return true;
  if (account.id === viewer.id || account.isBot) return true;
  return state.accountsKnownTo(viewer.id)?.has(account.id) ?? false;
}
