// The accounts whose settings an administrator changes: people by id, and the members of groups.

import { boolean, type Decoded, id, list, optional, record } from '../../api-contract/codec.ts';
import { badRequest, invalidGroup } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isInGroup } from '../../model/groups/user-group.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { readGroups } from '../../stores/groups/group-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

export const targetUsers = record({
  user_ids: optional(list(id, limits.idsPerRequest)),
  group_ids: optional(list(id, limits.idsPerRequest)),
  skip_if_already_edited: optional(boolean),
});
export type TargetUsers = Decoded<typeof targetUsers>;

/**
 * The accounts without duplicates.
 * @throws for unknown ids
 */
export async function accountsOfTarget(writer: Writer, target: TargetUsers): Promise<Account[]> {
  const accounts = await readAccounts(writer);
  const targetIds = new Set(target.user_ids ?? []);
  const groups = await readGroups(writer);
  const { settings } = await readOrganization(writer);
  const directory = { groups, waitingPeriodDays: settings.waiting_period_threshold };
  for (const groupId of target.group_ids ?? []) {
    if (!groups.has(groupId)) throw invalidGroup();
    for (const account of accounts) {
      if (isInGroup(directory, groupId, account, writer.now)) targetIds.add(account.id);
    }
  }
  const accountIds = new Set(accounts.map((account) => account.id));
  for (const accountId of targetIds)
    if (!accountIds.has(accountId)) throw badRequest(`Invalid user ID: ${accountId}`);
  return accounts.filter((account) => targetIds.has(account.id) && account.isActive && !account.isBot);
}
