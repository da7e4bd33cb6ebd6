// All channels that an account can see, grouped by subscription: subscribed, formerly subscribed, never
// subscribed.

import type { JsonWriter } from '../../api-contract/written-json.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { UserSettings } from '../../model/accounts/user-settings.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import { colorInTurn } from '../../model/subscriptions/channel-colors.ts';
import {
  type PersonalSubscriptionRow,
  personalFields,
  personalFieldsKey,
} from '../../model/subscriptions/personal-subscription.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { personalSubscriptions } from '../../stores/subscriptions/subscription-store.ts';
import { channelRelation } from '../channels/channel-relation.ts';
import { channelsJson, fieldsJson } from '../channels/channels-json.ts';
import type { Traffic } from '../channels/traffic.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { type SubscriberListOptions, subscriberFields } from './subscriber-lists.ts';

/** Whether an account, or an anonymous viewer, can see a channel; from memory. */
export function isSeenBy(
  state: OrganizationView,
  account: Account | undefined,
  subscriptions: SubscriptionPeriods,
  channel: Channel,
): boolean {
  if (!account) return channel.isWebPublic;
  return maySeeChannelMetadata(channel, channelRelation({ state, account, subscriptions }, channel));
}

/** The channels that an account can see, from memory; web-public ones for anonymous viewers. */
export function seenChannels(
  state: OrganizationView,
  account: Account | undefined,
  subscriptions: SubscriptionPeriods,
  { includeArchived }: { readonly includeArchived: boolean },
): Channel[] {
  const result: Channel[] = [];
  for (const channel of state.channels.values()) {
    if (channel.isArchived && !includeArchived) continue;
    if (isSeenBy(state, account, subscriptions, channel)) result.push(channel);
  }
  return result;
}

/** A channel, with the account's settings if it is or was subscribed. */
interface Listed {
  readonly channel: Channel;
  readonly row?: SubscriptionRow;
}

export interface SortedSubscriptions {
  readonly subscriptions: JsonWriter;
  readonly unsubscribed: JsonWriter;
  readonly neverSubscribed: JsonWriter;
}

export interface SortOptions extends SubscriberListOptions {
  readonly account: Account;
  /** An immutable view. */
  readonly state: OrganizationView;
  readonly visible: readonly Channel[];
  readonly traffic: Traffic;
  /** Whether the client supports null for settings that inherit. */
  readonly knowsInherited: boolean;
}

/** Groups the channels and adds the account's fields. */
export async function sortedSubscriptions(
  reader: Reader,
  options: SortOptions,
): Promise<SortedSubscriptions> {
  const { account, state, visible, traffic } = options;
  const rows = await personalSubscriptions(reader, account.id);
  const subscriberJson = await subscriberFields(reader, state, visible, options);
  const settings = options.knowsInherited ? undefined : account.settings;
  const subscribed: Listed[] = [];
  const unsubscribed: Listed[] = [];
  const others: Listed[] = [];
  for (const channel of visible) {
    const row = rows.get(channel.id);
    if (!row) others.push({ channel });
    else (row.is_active === 1 ? subscribed : unsubscribed).push({ channel, row });
  }
  const own = cachedPersonalJson(settings);
  const serialize = (list: readonly Listed[]) =>
    channelsJson(state, list, traffic, ({ channel, row }) =>
      row ? [...subscriberJson(channel.id), own(row)] : subscriberJson(channel.id),
    );
  return {
    subscriptions: serialize(subscribed),
    unsubscribed: serialize(unsubscribed),
    neverSubscribed: serialize(others),
  };
}

/** Serializes settings once for all channels with the same settings, of which there are few. */
function cachedPersonalJson(settings: UserSettings | undefined): (row: PersonalSubscriptionRow) => Buffer {
  const cache = new Map<string, Buffer>();
  return (row) => {
    const key = personalFieldsKey(row);
    const cached = cache.get(key);
    if (cached) return cached;
    const json = personalJson(row, settings);
    cache.set(key, json);
    return json;
  };
}

function personalJson(row: PersonalSubscriptionRow, settings: UserSettings | undefined): Buffer {
  return Buffer.from(fieldsJson(personalFields(row, settings)));
}

/** The personal settings shown to anonymous viewers. */
const anonymousRow: Omit<PersonalSubscriptionRow, 'channel_id' | 'color'> = {
  is_muted: 0,
  pin_to_top: 0,
  desktop_notifications: 1,
  audible_notifications: 1,
  push_notifications: 1,
  email_notifications: 1,
  wildcard_mentions_notify: 1,
  muted_until: null,
};

/** The channels that an anonymous viewer sees, as if subscribed. */
export function anonymousSubscriptions(
  state: OrganizationView,
  visible: readonly Channel[],
  traffic: Traffic,
): JsonWriter {
  const list = visible.map((channel, index) => ({ channel, color: colorInTurn(index) }));
  return channelsJson(state, list, traffic, ({ channel, color }) => [
    personalJson({ ...anonymousRow, channel_id: channel.id, color }, undefined),
  ]);
}
