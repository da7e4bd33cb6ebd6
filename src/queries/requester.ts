// The requester: the input of every lookup in memory on behalf of an account, created only here. In units of
// work the same rules read the database (`tableLookup`).

import type { Account } from '../model/accounts/account.ts';
import type { SubscriptionPeriods } from '../model/subscriptions/subscription-periods.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { Lookup } from '../stores/channel-access/lookup.ts';
import { type ChannelViewer, channelRelation } from './channels/channel-relation.ts';
import { channelByName } from './state/by-name.ts';
import type { OrganizationState } from './state/organization-state.ts';

/** The sources of lookups: an organization's state in memory, and a reader of its database. */
export interface QueryContext {
  readonly state: OrganizationState;
  readonly reader: Reader;
}

/** The requester, with everything that its access depends on. */
export interface Requester extends ChannelViewer, QueryContext {
  readonly state: OrganizationState;
}

/** A requester with an account: rules about what it may see and do read memory through it. */
export interface AccountRequester extends Requester, Lookup {
  readonly account: Account;
}

const noSubscriptions: SubscriptionPeriods = new Map();

class RequesterInMemory implements AccountRequester {
  readonly state: OrganizationState;
  readonly reader: Reader;
  readonly account: Account;
  readonly subscriptions: SubscriptionPeriods;

  constructor({ state, reader }: QueryContext, account: Account, subscriptions: SubscriptionPeriods) {
    this.state = state;
    this.reader = reader;
    this.account = account;
    this.subscriptions = subscriptions;
  }

  async channel(named: number | string): ReturnType<Lookup['channel']> {
    const channel = typeof named === 'number' ? this.state.channel(named) : channelByName(this.state, named);
    return channel && { channel, membership: channelRelation(this, channel) };
  }

  async periodsAround(): Promise<SubscriptionPeriods> {
    return this.subscriptions;
  }
}

/**
 * The requester of an account or an anonymous viewer. Reads into memory the data that decisions about its access need.
 * @example
 * const requester = await requesterOf(hub, account);
 * const { row } = await readableMessage(requester, messageId);
 */
export function requesterOf(context: QueryContext, account: Account): Promise<AccountRequester>;
export function requesterOf(context: QueryContext, account: Account | undefined): Promise<Requester>;
export async function requesterOf(context: QueryContext, account: Account | undefined): Promise<Requester> {
  const { state, reader } = context;
  if (!account) return { state, reader, account, subscriptions: noSubscriptions };
  await state.loadGuestVisibility(reader, account);
  return new RequesterInMemory(context, account, await state.subscriptions(reader, account.id));
}
