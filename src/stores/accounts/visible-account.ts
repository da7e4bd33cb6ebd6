// Finds the account that a request names if the viewer may see it, from the tables as a unit of work sees
// them.

import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { maySeeEmail, standInAccountId } from '../../model/people/account-email.ts';
import { isLimitedGuest, maySeeAccount } from '../../model/people/account-visibility.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountByEmail, accountById } from './account-store.ts';
import { peopleVisibleToGuest } from './guest-visibility.ts';

/**
 * The account with an id (in digits) or an address: a stand-in address, or the real one if the viewer may see
 * it. Undefined if there is none that the viewer may see.
 */
export async function visibleAccountInTables(
  reader: Reader,
  organization: Organization,
  viewer: Account,
  named: string,
): Promise<Account | undefined> {
  const id = /^\d{1,15}$/.test(named) ? Number(named) : standInAccountId(named, organization);
  const account =
    id === undefined ? await accountByEmail(reader, named.trim()) : await accountById(reader, id);
  if (!account || (id === undefined && !maySeeEmail(viewer, account))) return undefined;
  if (!isLimitedGuest({ organization }, viewer)) return account;
  const visibleIds = await peopleVisibleToGuest(reader, viewer.id);
  const visibility = { organization, accountsKnownTo: () => visibleIds };
  return maySeeAccount(visibility, viewer, account) ? account : undefined;
}
