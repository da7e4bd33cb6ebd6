// An account in memory as somebody reads it. Each account has few forms; each is made once.

import type { Account } from '../../model/accounts/account.ts';
import { maySeeEmail } from '../../model/people/email.ts';
import { type UserShape, type WireUser, wireUser } from '../../model/people/wire-user.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** Accounts in memory are replaced, never changed, so what was made from one holds as long as it does. */
const made = new WeakMap<Account, (WireUser | undefined)[]>();

function indexOf(shape: UserShape): number {
  return (
    (shape.showsEmail ? 1 : 0) |
    (shape.clientGravatar ? 2 : 0) |
    (shape.hasProfile ? 4 : 0) |
    (shape.hasActivity ? 8 : 0)
  );
}

/** What a viewer (a visitor, when undefined) reads of an account in memory. */
export function userFor(
  state: OrganizationView,
  viewer: Pick<Account, 'id' | 'role'> | undefined,
  account: Account,
  wish: Omit<UserShape, 'showsEmail'>,
): WireUser {
  const shape = { ...wish, showsEmail: maySeeEmail(viewer, account) };
  let forms = made.get(account);
  if (!forms) {
    forms = [];
    made.set(account, forms);
  }
  const index = indexOf(shape);
  const present = forms[index];
  if (present) return present;
  const user = wireUser(account, state.organization, shape, state.profileValues(account.id));
  forms[index] = user;
  return user;
}
