// Applies the attributes that an identity provider sends at each sign-in: role and groups, as far as the
// configuration names them. They never make an account an owner, nor demote one.

import { Role } from '../../model/accounts/roles.ts';
import type { PersonClaims } from '../../model/sign-in/identity.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { groupById, groupIdByName } from '../../stores/groups/group-store.ts';
import { changeRole } from '../accounts/change-role.ts';
import { addToGroup, removeFromGroup } from '../groups/change-members.ts';

/** Groups that the configuration names but the organization does not have are skipped. */
async function applyGroups(
  { writer }: UnitContext,
  accountId: number,
  groups: PersonClaims['groups'],
): Promise<void> {
  for (const { name, isMember } of groups) {
    const id = await groupIdByName(writer, name);
    const group = id === undefined ? undefined : await groupById(writer, id);
    if (!group || group.isSystem || group.isDeactivated || group.memberIds.has(accountId) === isMember)
      continue;
    if (isMember) await addToGroup(writer, group, [accountId]);
    else await removeFromGroup(writer, group, [accountId]);
  }
}

/**
 * Applies the claimed role and groups. Returns whether the account's clients must register again, as after a
 * change of role.
 */
export async function applyClaims(
  context: UnitContext & WithKeyring,
  accountId: number,
  { role, groups }: PersonClaims,
): Promise<{ readonly mustReregister: boolean }> {
  const account = await accountById(context.writer, accountId);
  if (!account) return { mustReregister: false };
  await applyGroups(context, accountId, groups);
  const isChange = role !== undefined && account.role !== Role.owner && account.role !== role;
  return isChange ? changeRole(context, account, role) : { mustReregister: false };
}
