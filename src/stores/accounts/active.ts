// Accounts that a request names, as they stand in a unit of work.

import { badRequest, noSuchUser } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Reader } from '../../storage/session.ts';
import { readAccounts } from './account-store.ts';

/** All of them. @throws `No such user` where one is missing, `User is deactivated` */
export async function activeAccounts(reader: Reader, ids: readonly number[]): Promise<Account[]> {
  const accounts = await readAccounts(reader, ids);
  if (accounts.length < ids.length) throw noSuchUser();
  if (accounts.some((account) => !account.isActive)) throw badRequest('User is deactivated');
  return accounts;
}
