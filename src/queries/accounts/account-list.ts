// The accounts of a view in a row: to go through a map of very many leaves a small object behind for each of them.

import type { Account } from '../../model/accounts/account.ts';
import type { OrganizationView } from '../state/organization-view.ts';

const lists = new WeakMap<ReadonlyMap<number, Account>, readonly Account[]>();

/** All accounts of a view that stays. */
export function accountList({ accounts }: Pick<OrganizationView, 'accounts'>): readonly Account[] {
  const present = lists.get(accounts);
  if (present) return present;
  const made = [...accounts.values()];
  lists.set(accounts, made);
  return made;
}
