// Finds the account that a request names by id or address, as far as the requester may see it.

import { noSuchUser } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Requester } from '../requester.ts';
import { findVisibleAccount } from '../visible-lookups.ts';

/** The account with an id. @throws `No such user`, even if the requester may not see it */
export function visibleAccount(requester: Requester, id: number): Account {
  const account = findVisibleAccount(requester, id);
  if (!account) throw noSuchUser();
  return account;
}

/**
 * The account with an id in digits, with an API address, or with a real address that the requester may see.
 * @throws `No such user`
 */
export function namedAccount(requester: Requester, named: string): Account {
  const account = findVisibleAccount(requester, /^\d{1,15}$/.test(named) ? Number(named) : named);
  if (!account) throw noSuchUser();
  return account;
}
