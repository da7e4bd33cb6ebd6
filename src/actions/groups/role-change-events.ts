// A change of role moves a person between the system groups, whose members follow from roles.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Role } from '../../model/accounts/roles.ts';
import { membersAdded, membersRemoved } from '../../model/groups/group-events.ts';
import { isDirectlyIn } from '../../model/groups/members.ts';
import { type SystemGroupName, systemGroups } from '../../model/groups/system-groups.ts';
import type { Organization } from '../../model/organizations/organization.ts';

/** The system groups that an account is a direct member of with a role; the service's own bots are in none. */
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
    .filter((name) => isDirectlyIn(name, person, waitingPeriodDays, now));
}

/**
 * What is told of the system groups when a person's role changes: out of the groups of the old one, into those
 * of the new one. `from` undefined: the person is new. For a person who is deactivated nothing is told.
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
  const subject = (name: SystemGroupName) => ({
    id: organization.systemGroupIds[name],
    isDeactivated: false,
  });
  return [
    ...before
      .filter((name) => !after.includes(name))
      .map((name) => membersRemoved(subject(name), [account.id])),
    ...after
      .filter((name) => !before.includes(name))
      .map((name) => membersAdded(subject(name), [account.id])),
  ];
}
