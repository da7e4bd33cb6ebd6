// What somebody may know of. Every name, address and id that a request brings is looked up here for whoever asks: what
// is hidden from them is not there, and is answered as what there is not.

import type { Account } from '../model/accounts/account.ts';
import { maySeeChannel, type Needed } from '../model/channels/access.ts';
import type { Channel } from '../model/channels/channel.ts';
import { EmailVisibility, idInStandIn, maySeeEmail } from '../model/people/email.ts';
import { isLimitedGuest, maySeeAccount } from '../model/people/visibility.ts';
import type { Asker } from './asker.ts';
import { standingInChannel } from './channels/channel-relation.ts';
import { accountByAddress, channelByName } from './state/by-name.ts';

/** Whether who asks may know that there is an account. */
export function seesAccount({ state, account: viewer }: Asker, account: Account): boolean {
  return !viewer || maySeeAccount(state, viewer, account);
}

/** Whether who asks may know whose an account's real address is. Visitors know those that everybody is shown. */
function knowsAddress({ account: viewer }: Asker, account: Account): boolean {
  if (viewer) return maySeeEmail(viewer, account);
  return account.isBot || account.settings.email_address_visibility === EmailVisibility.everyone;
}

function accountAt(asker: Asker, address: string): Account | undefined {
  const standIn = idInStandIn(address, asker.state.organization);
  if (standIn !== undefined) return asker.state.account(standIn);
  const account = accountByAddress(asker.state, address);
  return account && knowsAddress(asker, account) ? account : undefined;
}

/**
 * The account that an id or an address names: a stand-in address, or the real one where who asks may see it.
 * Undefined where there is none that they may know of.
 */
export function seenAccount(asker: Asker, named: number | string): Account | undefined {
  const account = typeof named === 'number' ? asker.state.account(named) : accountAt(asker, named);
  return account && seesAccount(asker, account) ? account : undefined;
}

/** Whether whole accounts may be hidden from who asks, and not only their addresses. */
export function mayBeDeniedAccounts({ state, account }: Asker): boolean {
  return account !== undefined && isLimitedGuest(state, account);
}

/** Whether who asks sees into a channel as far as needed. Visitors see web-public ones. */
function seesChannel({ state, account, subscriptions }: Asker, channel: Channel, needed: Needed): boolean {
  if (!account) return channel.isWebPublic;
  return maySeeChannel(channel, standingInChannel({ state, account, subscriptions }, channel), needed);
}

/**
 * The channel that an id, or a name in any spelling of case, names; archived ones too. Undefined where there is none
 * that who asks may know of.
 */
export function seenChannel(
  asker: Asker,
  named: number | string,
  needed: Needed = 'metadata',
): Channel | undefined {
  const { state } = asker;
  const channel = typeof named === 'number' ? state.channel(named) : channelByName(state, named);
  return channel && seesChannel(asker, channel, needed) ? channel : undefined;
}
