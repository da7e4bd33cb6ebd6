// What a provider says of somebody beyond who they are, brought to their account each time they sign in: role and groups,
// as far as the configuration names them. Nobody becomes an owner by it, and no owner ceases to be one.

import { Role } from '../../model/accounts/roles.ts';
import type { SaidOfPerson } from '../../model/sign-in/identity.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import type { InOrganization, WithKeyring } from '../../stores/acting.ts';
import { groupById, groupIdByName } from '../../stores/groups/group-store.ts';
import { changeRole } from '../accounts/change-role.ts';
import { placeInGroup, takeOutOfGroup } from '../groups/change-members.ts';

/** Groups that the configuration names and the organization does not have are passed over. */
async function followGroups(
  { writer }: InOrganization,
  accountId: number,
  groups: SaidOfPerson['groups'],
): Promise<void> {
  for (const { name, isMember } of groups) {
    const id = await groupIdByName(writer, name);
    const group = id === undefined ? undefined : await groupById(writer, id);
    if (!group || group.isSystem || group.isDeactivated || group.memberIds.has(accountId) === isMember)
      continue;
    if (isMember) await placeInGroup(writer, group, [accountId]);
    else await takeOutOfGroup(writer, group, [accountId]);
  }
}

/**
 * Brings role and groups to what was said. Gives whether the account's clients must begin anew, as changing a role does.
 */
export async function followAttributes(
  place: InOrganization & WithKeyring,
  accountId: number,
  { role, groups }: SaidOfPerson,
): Promise<{ readonly mustBeginAnew: boolean }> {
  const account = await accountById(place.writer, accountId);
  if (!account) return { mustBeginAnew: false };
  await followGroups(place, accountId, groups);
  const isChange = role !== undefined && account.role !== Role.owner && account.role !== role;
  return isChange ? changeRole(place, account, role) : { mustBeginAnew: false };
}
