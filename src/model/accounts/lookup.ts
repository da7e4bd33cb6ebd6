// Finding the person that a request names, as far as its caller may see people.

import { noSuchUser } from '../../contract/error.ts';
import type { Reader } from '../../storage/session.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import type { Account } from './account.ts';
import { maySeeAccount } from './visibility.ts';

/** A person or a bot, deactivated ones included; refuses `No such user`. */
export async function visibleAccount(
  state: OrganizationState,
  reader: Reader,
  viewer: Account,
  id: number,
): Promise<Account> {
  const account = state.account(id);
  await state.watchGuest(reader, viewer);
  const subscriptions = await state.subscriptions(reader, viewer.id);
  if (!account || !maySeeAccount(state, viewer, subscriptions, account)) throw noSuchUser();
  return account;
}
