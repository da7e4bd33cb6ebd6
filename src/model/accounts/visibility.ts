// Which accounts a limited guest may see; everybody else sees all.

import type { OrganizationState } from '../state/organization-state.ts';
import type { SubscriptionPeriods } from '../subscriptions/store.ts';
import type { Account } from './account.ts';
import { Role } from './roles.ts';

/** Whether the organization limits what a viewer sees of its people. */
export function isLimitedGuest(state: OrganizationState, viewer: Account): boolean {
  if (viewer.role !== Role.guest) return false;
  const { organization } = state;
  return organization.settings.can_access_all_users_group !== organization.systemGroupIds['role:everyone'];
}

/**
 * Whether a viewer may see an account, as far as memory tells. A limited guest sees themselves, bots, and the
 * people in `state.knownToGuest`, which holds those who share a channel or direct messages with the guest.
 */
export function maySeeAccount(
  state: OrganizationState,
  viewer: Account,
  _subscriptions: SubscriptionPeriods,
  account: Account,
): boolean {
  if (!isLimitedGuest(state, viewer)) return true;
  if (account.id === viewer.id || account.isBot) return true;
  return state.accountsKnownTo(viewer.id)?.has(account.id) ?? false;
}
