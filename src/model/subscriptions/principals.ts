// The people whom a request subscribes or unsubscribes, by ids or addresses.

import { badRequest, noSuchUser } from '../../contract/error.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { readAccounts } from '../accounts/store.ts';
import { accountByEmail } from '../messages/recipients.ts';
import type { OrganizationState } from '../state/organization-state.ts';

/** Their ids, without duplicates; addresses are looked up in memory. */
export function principalIds(state: OrganizationState, principals: readonly (number | string)[]): number[] {
  const ids = principals.map((one) => {
    const account = typeof one === 'number' ? state.account(one) : accountByEmail(state, one);
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
