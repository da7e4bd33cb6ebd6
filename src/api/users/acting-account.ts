// The accounts of a change, read within its unit of work: the actor and the target.

import { accountDeactivated, invalidApiKey, noSuchUser } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { visibleAccountInTables } from '../../stores/accounts/visible-account.ts';

/** The actor, as of now. */
export async function actingAccount(writer: Writer, id: number): Promise<Account> {
  const account = await accountById(writer, id);
  if (!account?.isActive) throw accountDeactivated();
  return account;
}

/**
 * The actor of a change whose result outlives the request, such as a key or a registered device. An actor who
 * lost access while the request was in progress must not leave one behind.
 * @param admitted the account as it was when the request was authenticated
 * @throws `INVALID_API_KEY` if its access has ended since
 */
export async function requireUnchangedAccess(
  writer: Writer,
  admitted: Pick<Account, 'id' | 'accessVersion'>,
): Promise<Account> {
  const account = await actingAccount(writer, admitted.id);
  if (account.accessVersion !== admitted.accessVersion) throw invalidApiKey();
  return account;
}

/**
 * An account by its id in digits, by its placeholder address, or by its real address if `actor` may see it.
 * @throws `No such user`, even if `actor` may not know of the account
 */
export async function targetAccount(
  writer: Writer,
  organization: Organization,
  actor: Account,
  idOrEmail: string,
): Promise<Account> {
  const account = await visibleAccountInTables(writer, organization, actor, idOrEmail);
  if (!account || account.isSystemBot) throw noSuchUser();
  return account;
}
