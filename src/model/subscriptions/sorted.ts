// All channels that a person can see, sorted by how the person stands to them: subscribed, once subscribed, never.

import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { mayKnowChannel } from '../channels/access.ts';
import type { Channel } from '../channels/channel.ts';
import { standingIn } from '../channels/standing.ts';
import { type Traffic, weeklyAverage } from '../channels/traffic.ts';
import { channelFieldsIn } from '../channels/view.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { type ListedSubscribers, subscriberFields } from './active-people.ts';
import { colorInTurn } from './colors.ts';
import type { SubscriptionPeriods } from './periods.ts';
import { personalSubscriptions, type SubscriptionRow } from './store.ts';
import { type PersonalRow, personalFields } from './view.ts';

/** A channel and its fields on the wire, as of one place in the log. */
export interface SeenChannel {
  readonly channel: Channel;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The channels that an account can see, by what is in memory; without an account those open to the world. */
export function seenChannels(
  state: OrganizationView,
  account: Account | undefined,
  subscriptions: SubscriptionPeriods,
  { includeArchived }: { readonly includeArchived: boolean },
): SeenChannel[] {
  const result: SeenChannel[] = [];
  for (const channel of state.channels.values()) {
    if (channel.isArchived && !includeArchived) continue;
    const isSeen = account
      ? mayKnowChannel(channel, standingIn(state, account, subscriptions, channel))
      : channel.isWebPublic;
    if (isSeen) result.push({ channel, fields: channelFieldsIn(state, channel) });
  }
  return result;
}

type Fields = Readonly<Record<string, unknown>>;

export interface SortedSubscriptions {
  readonly subscriptions: Fields[];
  readonly unsubscribed: Fields[];
  readonly neverSubscribed: Fields[];
}

export interface SortOptions {
  readonly account: Account;
  readonly seen: readonly SeenChannel[];
  readonly traffic: Traffic;
  readonly includeSubscribers: 'true' | 'false' | 'partial';
  /** Whether the client knows null for settings that inherit. */
  readonly knowsInherited: boolean;
}

/** Sorts and dresses the channels for their person. */
export async function sortedSubscriptions(
  reader: Reader,
  options: SortOptions,
): Promise<SortedSubscriptions> {
  const { account, seen, traffic } = options;
  const rows = await personalSubscriptions(reader, account.id);
  const listed = await subscriberFields(
    reader,
    seen.map(({ channel }) => channel),
    options.includeSubscribers,
  );
  const settings = options.knowsInherited ? undefined : account.settings;
  const result: SortedSubscriptions = { subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const { channel, fields } of seen) {
    const row: SubscriptionRow | undefined = rows.get(channel.id);
    const dressed = dress(channel, fields, traffic, listed(channel.id));
    if (!row) result.neverSubscribed.push(dressed);
    else {
      const list = row.is_active === 1 ? result.subscriptions : result.unsubscribed;
      list.push({ ...dressed, ...personalFields(row, settings) });
    }
  }
  return result;
}

function dress(channel: Channel, fields: Fields, traffic: Traffic, listed: ListedSubscribers): Fields {
  return { ...fields, stream_weekly_traffic: weeklyAverage(channel, traffic), ...listed };
}

/** What stands for personal settings before visitors without an account. */
const visitorsRow: Omit<PersonalRow, 'channel_id' | 'color'> = {
  is_muted: 0,
  pin_to_top: 0,
  desktop_notifications: 1,
  audible_notifications: 1,
  push_notifications: 1,
  email_notifications: 1,
  wildcard_mentions_notify: 1,
};

/** The channels that a visitor sees, as if they were subscribed to. */
export function visitorsSubscriptions(seen: readonly SeenChannel[], traffic: Traffic): Fields[] {
  return seen.map(({ channel, fields }, index) => {
    const row = { ...visitorsRow, channel_id: channel.id, color: colorInTurn(index) };
    return { ...dress(channel, fields, traffic, {}), ...personalFields(row, undefined) };
  });
}
