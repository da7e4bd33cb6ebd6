// Finds the account that a request names by id or address, as far as the requester may see it.

import { noSuchUser } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Requester } from '../requester.ts';
import { findVisibleAccount } from '../visible-lookups.ts';

/** The account with an id. @throws `No such user`, also if the requester may not see it */
export function visibleAccount(requester: Requester, id: number): Account {
  const account = findVisibleAccount(requester, id);
  if (!account) throw noSuchUser();
  return account;
}

/**
 * The same by an id in digits, by an API address, or by the real address if the requester may see it.
 * @throws `No such user`
 */
export function namedAccount(requester: Requester, named: string): Account {
  const account = findVisibleAccount(requester, /^\d{1,15}$/.test(named) ? Number(named) : named);
  if (!account) throw noSuchUser();
  return account;
}
