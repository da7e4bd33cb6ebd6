// The people whom a request subscribes or unsubscribes, by ids or addresses.

import { noSuchUser } from '../../api-contract/error.ts';
import type { Asker } from '../asker.ts';
import { seenAccount } from '../visible-things.ts';

/** Their ids, without duplicates, by what is in memory; refuses whom the asker may not know of as whom there is not. */
export function principalIds(asker: Asker, principals: readonly (number | string)[]): number[] {
  const ids = principals.map((one) => {
    const account = seenAccount(asker, one);
    if (!account || account.isSystemBot) throw noSuchUser();
    return account.id;
  });
  return [...new Set(ids)];
}
