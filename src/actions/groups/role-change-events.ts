// The system group events for a change of role.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Role } from '../../model/accounts/roles.ts';
import { membersAdded, membersRemoved } from '../../model/groups/group-events.ts';
import { isDirectMember } from '../../model/groups/group-members.ts';
import { type SystemGroupName, systemGroups } from '../../model/groups/system-groups.ts';
import type { Organization } from '../../model/organizations/organization.ts';

/** The system groups that an account with a role is a direct member of; system bots are in none. */
export function systemGroupsOfRole(
  account: Pick<Account, 'dateJoined' | 'isSystemBot'>,
  role: Role,
  waitingPeriodDays: number,
  now: number,
): SystemGroupName[] {
  if (account.isSystemBot) return [];
  const person = { role, dateJoined: account.dateJoined };
  return systemGroups
    .map(({ name }) => name)
    .filter((name) => isDirectMember(name, person, waitingPeriodDays, now));
}

/**
 * The events of the system groups for a change of role: removed from those of the old role, added to those of
 * the new one. `from` is undefined for a new account. Callers skip deactivated accounts.
 */
export function roleChangeEvents(
  organization: Organization,
  account: Pick<Account, 'id' | 'dateJoined' | 'isSystemBot'>,
  { from, to }: { readonly from: Role | undefined; readonly to: Role },
  now: number,
): NewEvent[] {
  const days = organization.settings.waiting_period_threshold;
  const before = from === undefined ? [] : systemGroupsOfRole(account, from, days, now);
  const after = systemGroupsOfRole(account, to, days, now);
  const groupRef = (name: SystemGroupName) => ({
    id: organization.systemGroupIds[name],
    isDeactivated: false,
  });
  return [
    ...before
      .filter((name) => !after.includes(name))
      .map((name) => membersRemoved(groupRef(name), [account.id])),
    ...after
      .filter((name) => !before.includes(name))
      .map((name) => membersAdded(groupRef(name), [account.id])),
  ];
}
