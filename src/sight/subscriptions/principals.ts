// The people whom a request subscribes or unsubscribes, by ids or addresses.

import { badRequest, noSuchUser } from '../../contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Reader } from '../../storage/session.ts';
import { readAccounts } from '../../stores/accounts/store.ts';
import type { Asker } from '../asker.ts';
import { seenAccount } from '../seen.ts';

/** Their ids, without duplicates, by what is in memory; refuses whom the asker may not know of as whom there is not. */
export function principalIds(asker: Asker, principals: readonly (number | string)[]): number[] {
  const ids = principals.map((one) => {
    const account = seenAccount(asker, one);
    if (!account || account.isSystemBot) throw noSuchUser();
    return account.id;
  });
  return [...new Set(ids)];
}

/** The accounts as they stand in a unit of work; refuses who is not active. */
export async function activePrincipals(reader: Reader, ids: readonly number[]): Promise<Account[]> {
  const accounts = await readAccounts(reader, ids);
  if (accounts.length < ids.length) throw noSuchUser();
  if (accounts.some((account) => !account.isActive)) throw badRequest('User is deactivated');
  return accounts;
}
