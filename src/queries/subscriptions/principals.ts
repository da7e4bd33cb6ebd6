// The people that a request subscribes or unsubscribes, by ids or addresses.

import { noSuchUser } from '../../api-contract/error.ts';
import type { Requester } from '../requester.ts';
import { findVisibleAccount } from '../visible-lookups.ts';

/**
 * The ids of the named people, without duplicates, from memory.
 * @throws the same error for accounts that do not exist and those that the requester may not see
 */
export function principalIds(requester: Requester, principals: readonly (number | string)[]): number[] {
  const ids = principals.map((principal) => {
    const account = findVisibleAccount(requester, principal);
    if (!account || account.isSystemBot) throw noSuchUser();
    return account.id;
  });
  return [...new Set(ids)];
}
