// Deactivates an account after its bots, and ends their event queues immediately.

import { deactivateAccount } from '../../actions/accounts/change-activity.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { activeBotIds } from '../../stores/accounts/activity-store.ts';

/** Returns the deactivated accounts, the account itself last. */
export async function deactivateWithBots(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<readonly Account[]> {
  const bots = account.isBot ? [] : await readAccounts(writer, await activeBotIds(writer, account.id));
  const accounts = [...bots, account];
  for (const target of accounts) await deactivateAccount(writer, organization, target);
  await endQueuesOf(
    writer,
    accounts.map(({ id }) => id),
  );
  return accounts;
}
