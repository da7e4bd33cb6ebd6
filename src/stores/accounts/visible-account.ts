// The account that a request names, as far as whoever asks may know of it, by the tables as they stand in a unit of work.

import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { idInStandIn, maySeeEmail } from '../../model/people/email.ts';
import { isLimitedGuest, maySeeAccount } from '../../model/people/visibility.ts';
import type { Reader } from '../../storage/session.ts';
import { accountByEmail, accountById } from './account-store.ts';
import { peopleKnownTo } from './known-people.ts';

/**
 * The account that an id in digits or an address names: a stand-in address, or the real one where the viewer may see it.
 * Undefined where there is none that they may know of.
 */
export async function seenAccountInTables(
  reader: Reader,
  organization: Organization,
  viewer: Account,
  named: string,
): Promise<Account | undefined> {
  const id = /^\d{1,15}$/.test(named) ? Number(named) : idInStandIn(named, organization);
  const account =
    id === undefined ? await accountByEmail(reader, named.trim()) : await accountById(reader, id);
  if (!account || (id === undefined && !maySeeEmail(viewer, account))) return undefined;
  if (!isLimitedGuest({ organization }, viewer)) return account;
  const known = await peopleKnownTo(reader, viewer.id);
  const sights = { organization, accountsKnownTo: () => known };
  return maySeeAccount(sights, viewer, account) ? account : undefined;
}
