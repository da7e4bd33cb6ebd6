// Looks up what a requester may see. Every name, address and id in a request is resolved here: what is hidden
// from the requester is treated as nonexistent.

import type { Account } from '../model/accounts/account.ts';
import type { Channel } from '../model/channels/channel.ts';
import { type ChannelAccessLevel, hasChannelAccess } from '../model/channels/channel-access.ts';
import { EmailVisibility, maySeeEmail, standInAccountId } from '../model/people/account-email.ts';
import { isLimitedGuest, maySeeAccount } from '../model/people/account-visibility.ts';
import { channelRelation } from './channels/channel-relation.ts';
import type { Requester } from './requester.ts';
import { accountByAddress, channelByName } from './state/by-name.ts';

/** Whether the requester may see an account. */
export function seesAccount({ state, account: viewer }: Requester, account: Account): boolean {
  return !viewer || maySeeAccount(state, viewer, account);
}

/**
 * Whether the requester may see an account's real address. Anonymous viewers see those that are shown to
 * everyone.
 */
function seesAddress({ account: viewer }: Requester, account: Account): boolean {
  if (viewer) return maySeeEmail(viewer, account);
  return account.isBot || account.settings.email_address_visibility === EmailVisibility.everyone;
}

function accountAt(requester: Requester, address: string): Account | undefined {
  const standIn = standInAccountId(address, requester.state.organization);
  if (standIn !== undefined) return requester.state.account(standIn);
  const account = accountByAddress(requester.state, address);
  return account && seesAddress(requester, account) ? account : undefined;
}

/**
 * The account that an id or an address names: the API address, or the real one if the requester may see it.
 * Undefined if the requester may see none.
 */
export function findVisibleAccount(requester: Requester, named: number | string): Account | undefined {
  const account = typeof named === 'number' ? requester.state.account(named) : accountAt(requester, named);
  return account && seesAccount(requester, account) ? account : undefined;
}

/** Whether whole accounts may be hidden from the requester, and not only their addresses. */
export function hasLimitedVisibility({ state, account }: Requester): boolean {
  return account !== undefined && isLimitedGuest(state, account);
}

/**
 * Whether the requester has the needed access to a channel. Anonymous viewers have access to web-public ones.
 */
function seesChannel(
  { state, account, subscriptions }: Requester,
  channel: Channel,
  needed: ChannelAccessLevel,
): boolean {
  if (!account) return channel.isWebPublic;
  return hasChannelAccess(channel, channelRelation({ state, account, subscriptions }, channel), needed);
}

/**
 * The channel that an id or a case-insensitive name names, including archived ones. Undefined if the
 * requester may see none.
 */
export function findVisibleChannel(
  requester: Requester,
  named: number | string,
  needed: ChannelAccessLevel = 'metadata',
): Channel | undefined {
  const { state } = requester;
  const channel = typeof named === 'number' ? state.channel(named) : channelByName(state, named);
  return channel && seesChannel(requester, channel, needed) ? channel : undefined;
}
