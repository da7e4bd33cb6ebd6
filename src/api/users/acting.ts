// The people of a change, read inside its unit of work: who acts, and whom it is about.

import { accountDeactivated, invalidApiKey, noSuchUser } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { seenAccountInTables } from '../../stores/accounts/visible-account.ts';

/** Who acts, as of now. */
export async function actingAccount(writer: Writer, id: number): Promise<Account> {
  const account = await accountById(writer, id);
  if (!account?.isActive) throw accountDeactivated();
  return account;
}

/**
 * Who acts, where what they leave outlives their request: a key, or a device that is told. Whoever was locked out while the
 * request was under way leaves nothing.
 * @param admitted the account as it was when the request was admitted
 * @throws `INVALID_API_KEY` where its access was ended since
 */
export async function stillAdmitted(
  writer: Writer,
  admitted: Pick<Account, 'id' | 'accessVersion'>,
): Promise<Account> {
  const account = await actingAccount(writer, admitted.id);
  if (account.accessVersion !== admitted.accessVersion) throw invalidApiKey();
  return account;
}

/**
 * An account by an id in digits, a stand-in address, or the real address where `actor` may see it.
 * @throws `No such user`, also for whom `actor` may not know of
 */
export async function targetAccount(
  writer: Writer,
  organization: Organization,
  actor: Account,
  named: string,
): Promise<Account> {
  const account = await seenAccountInTables(writer, organization, actor, named);
  if (!account || account.isSystemBot) throw noSuchUser();
  return account;
}
