// Finding the account that a request names by id or address, as far as who asks may see it.

import { noSuchUser } from '../../contract/error.ts';
import { accountByEmail } from '../messages/recipients.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import type { SubscriptionPeriods } from '../subscriptions/periods.ts';
import type { Account } from './account.ts';
import { idInStandIn, maySeeEmail } from './email.ts';
import { maySeeAccount } from './visibility.ts';

/** Who asks, with what finding people depends on. */
export interface Asker {
  readonly state: OrganizationState;
  readonly viewer: Account;
  readonly subscriptions: SubscriptionPeriods;
}

/** The account with an id. @throws `No such user`, also where who asks may not see it. */
export function visibleAccount({ state, viewer, subscriptions }: Asker, id: number): Account {
  const account = state.account(id);
  if (!account || !maySeeAccount(state, viewer, subscriptions, account)) throw noSuchUser();
  return account;
}

/**
 * The same by an id in digits, by a stand-in address, or by the real address where who asks may see it.
 * @throws `No such user`
 */
export function namedAccount(asker: Asker, named: string): Account {
  if (/^\d{1,15}$/.test(named)) return visibleAccount(asker, Number(named));
  const standIn = idInStandIn(named, asker.state.organization);
  if (standIn !== undefined) return visibleAccount(asker, standIn);
  const account = accountByEmail(asker.state, named);
  if (!account || !maySeeEmail(asker.viewer, account)) throw noSuchUser();
  return visibleAccount(asker, account.id);
}
