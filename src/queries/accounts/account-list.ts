// The accounts of a view as an array: iterating a very large map allocates a small object for each entry.

import type { Account } from '../../model/accounts/account.ts';
import type { OrganizationView } from '../state/organization-view.ts';

const lists = new WeakMap<ReadonlyMap<number, Account>, readonly Account[]>();

/** All accounts of an immutable view. */
export function accountList({ accounts }: Pick<OrganizationView, 'accounts'>): readonly Account[] {
  const cached = lists.get(accounts);
  if (cached) return cached;
  const accountArray = [...accounts.values()];
  lists.set(accounts, accountArray);
  return accountArray;
}
