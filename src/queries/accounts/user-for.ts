// The wire form of an account in memory for a viewer. Each account has few forms; each is made once.

import type { Account } from '../../model/accounts/account.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import { type WireUser, type WireUserOptions, wireUser } from '../../model/people/wire-user.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** Accounts in memory are replaced, never changed, so a form is valid as long as its account. */
const cache = new WeakMap<Account, (WireUser | undefined)[]>();

function indexOf(form: WireUserOptions): number {
  return (
    (form.showsEmail ? 1 : 0) |
    (form.clientGravatar ? 2 : 0) |
    (form.hasProfile ? 4 : 0) |
    (form.hasActivity ? 8 : 0)
  );
}

/** The wire form of an account for a viewer; undefined: an anonymous viewer. */
export function userFor(
  state: OrganizationView,
  viewer: Pick<Account, 'id' | 'role'> | undefined,
  account: Account,
  options: Omit<WireUserOptions, 'showsEmail'>,
): WireUser {
  const form = { ...options, showsEmail: maySeeEmail(viewer, account) };
  let forms = cache.get(account);
  if (!forms) {
    forms = [];
    cache.set(account, forms);
  }
  const index = indexOf(form);
  const cached = forms[index];
  if (cached) return cached;
  const user = wireUser(account, state.organization, form, state.profileValues(account.id));
  forms[index] = user;
  return user;
}
