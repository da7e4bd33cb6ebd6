// Who asks: what everything that is looked up in memory for somebody depends on, and the one door at which it is made.
// In units of work the same rules look into the tables (`inTables`).

import type { Account } from '../model/accounts/account.ts';
import type { SubscriptionPeriods } from '../model/subscriptions/periods.ts';
import type { Reader } from '../storage/session.ts';
import type { Lookup } from '../stores/channel-access/lookup.ts';
import { type Onlooker, standingInChannel } from './channels/channel-relation.ts';
import { channelByName } from './state/by-name.ts';
import type { OrganizationState } from './state/organization-state.ts';

/** Where things are looked up: an organization's state in memory, and its tables at the same place of the log. */
export interface Place {
  readonly state: OrganizationState;
  readonly reader: Reader;
}

/** Who asks, with all that what they are told depends on. */
export interface Asker extends Onlooker, Place {
  readonly state: OrganizationState;
}

/** Who asks and has an account: rules about what they may see and do look into memory through it. */
export interface AccountAsker extends Asker, Lookup {
  readonly account: Account;
}

const noSubscriptions: SubscriptionPeriods = new Map();

class InMemory implements AccountAsker {
  readonly state: OrganizationState;
  readonly reader: Reader;
  readonly account: Account;
  readonly subscriptions: SubscriptionPeriods;

  constructor({ state, reader }: Place, account: Account, subscriptions: SubscriptionPeriods) {
    this.state = state;
    this.reader = reader;
    this.account = account;
    this.subscriptions = subscriptions;
  }

  async channel(named: number | string): ReturnType<Lookup['channel']> {
    const channel = typeof named === 'number' ? this.state.channel(named) : channelByName(this.state, named);
    return channel && { channel, standing: standingInChannel(this, channel) };
  }

  async periodsAround(): Promise<SubscriptionPeriods> {
    return this.subscriptions;
  }
}

/**
 * An account, or a visitor without one, as somebody who asks. What deciding about them needs of the tables is read into
 * memory where it is not there yet.
 *
 * @example
 * const asker = await askerOf(hub, account);
 * const { row } = await readableMessage(asker, messageId);
 */
export function askerOf(place: Place, account: Account): Promise<AccountAsker>;
export function askerOf(place: Place, account: Account | undefined): Promise<Asker>;
export async function askerOf(place: Place, account: Account | undefined): Promise<Asker> {
  const { state, reader } = place;
  if (!account) return { state, reader, account, subscriptions: noSubscriptions };
  await state.watchGuest(reader, account);
  return new InMemory(place, account, await state.subscriptions(reader, account.id));
}
