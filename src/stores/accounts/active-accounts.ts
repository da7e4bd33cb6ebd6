// Accounts named in a request, as a unit of work sees them.

import { badRequest, noSuchUser } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readAccounts } from './account-store.ts';

/** All of the accounts. @throws `No such user` if one does not exist, `User is deactivated` */
export async function activeAccounts(reader: Reader, ids: readonly number[]): Promise<Account[]> {
  const accounts = await readAccounts(reader, ids);
  if (accounts.length < ids.length) throw noSuchUser();
  if (accounts.some((account) => !account.isActive)) throw badRequest('User is deactivated');
  return accounts;
}
