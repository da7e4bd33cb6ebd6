// The people of a change, read inside its unit of work: who acts, and whom it is about.

import { accountDeactivated, noSuchUser } from '../../contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { idInStandIn, maySeeEmail } from '../../model/accounts/email.ts';
import { accountById, accountRowByEmail } from '../../model/accounts/store.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/session.ts';

/** Who acts, as of now. */
export async function actingAccount(writer: Writer, id: number): Promise<Account> {
  const account = await accountById(writer, id);
  if (!account?.isActive) throw accountDeactivated();
  return account;
}

/** An account by an id in digits, a stand-in address, or the real address where `actor` may see it. */
export async function targetAccount(
  writer: Writer,
  organization: Organization,
  actor: Account,
  named: string,
): Promise<Account> {
  const id = /^\d{1,15}$/.test(named) ? Number(named) : idInStandIn(named, organization);
  const row = id === undefined ? await accountRowByEmail(writer, named.trim()) : undefined;
  const account = await accountById(writer, id ?? row?.id ?? -1);
  if (!account || account.isSystemBot || (row && !maySeeEmail(actor, account))) throw noSuchUser();
  return account;
}
