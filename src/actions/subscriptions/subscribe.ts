// Subscribes people to channels: the rows and the events. Accounts that could not see a channel receive it
// first; then the people receive their subscriptions; then everyone else receives the new subscribers.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelCreated } from '../../model/channels/channel-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import {
  type PersonalSubscriptionRow,
  personalRow,
} from '../../model/subscriptions/personal-subscription.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import {
  type SubscriptionsAddedExtra,
  subscriptionsAdded,
} from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { UnitContext } from '../../stores/actor-context.ts';
import {
  canSeeUnsubscribed,
  channelAudienceWith,
  type UnsubscribedViewers,
  unsubscribedViewersOfAll,
} from '../../stores/channels/channel-audience.ts';
import { readChannels } from '../../stores/channels/channel-store.ts';
import { wireChannelsNow } from '../../stores/channels/wire-channels.ts';
import {
  beginPeriods,
  insertSubscriptions,
  type NewSubscription,
  reactivateAmong,
  slices,
  subscriptionsAmong,
} from '../../stores/subscriptions/bulk-store.ts';
import { adjustSubscriberCounts } from '../../stores/subscriptions/subscriber-count.ts';
import { subscribersByChannel } from '../../stores/subscriptions/subscription-store.ts';
import { auditSubscribers } from '../audit/subscribers.ts';
import { emitGuestVisibility, guestVisibilityBefore } from '../guests/visibility-events.ts';
import { emitPinnedTopicsTo } from '../pins/pin-topic.ts';
import { emitPeers } from './peer-events.ts';

/**
 * Events include subscriber lists up to this length; longer ones only for people who do not have them yet.
 */
const LISTED_SUBSCRIBERS = 1000;

export type Subscriber = Pick<Account, 'id' | 'role' | 'botOwnerId'>;

export interface SubscribeOptions {
  /** Requested colors, by channel. */
  readonly colors?: ReadonlyMap<number, string>;
  /** Set if the audit log already has an entry for the action that causes the subscriptions. */
  readonly asPartOf?: 'joining';
}

export interface SubscribeResult {
  /** The new subscriptions, as channels by account. */
  readonly added: ReadonlyMap<number, readonly number[]>;
  /** The subscriptions that existed already, as channels by account. */
  readonly already: ReadonlyMap<number, readonly number[]>;
}

/** The number of new subscriptions of accounts other than this one. */
export function countOfOthers(added: SubscribeResult['added'], accountId: number): number {
  let count = 0;
  for (const [id, channelIds] of added) if (id !== accountId) count += channelIds.length;
  return count;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The accounts that can see the private ones among the given channels without being subscribed. */
export async function unsubscribedViewersByChannel(
  writer: Writer,
  organization: Organization,
  channels: readonly Channel[],
): Promise<Map<number, UnsubscribedViewers>> {
  const privateChannels = channels.filter(({ isPrivate }) => isPrivate);
  const viewers = await unsubscribedViewersOfAll(writer, organization, privateChannels, writer.now);
  return new Map(channels.map(({ id }) => [id, viewers.get(id) ?? new Set()]));
}

/** The new subscriptions, and those that existed already. */
interface Arrivals extends SubscribeResult {
  /** The new subscribers of each channel; channels without any are missing. */
  readonly newIn: ReadonlyMap<number, Subscriber[]>;
  /** The rows to insert for people who were never subscribed. */
  readonly newRows: readonly NewSubscription[];
}

function arrivalsAmong(
  people: readonly Subscriber[],
  channels: readonly Channel[],
  existingRows: ReadonlyMap<number, ReadonlyMap<number, SubscriptionRow>>,
  colors: ReadonlyMap<number, string> | undefined,
): Arrivals {
  const added = new Map<number, number[]>();
  const already = new Map<number, number[]>();
  const newIn = new Map<number, Subscriber[]>();
  const newRows: NewSubscription[] = [];
  for (const { id: channelId, defaultPushNotifications: pushNotifications } of channels) {
    for (const person of people) {
      const row = existingRows.get(channelId)?.get(person.id);
      if (row?.is_active === 1) {
        push(already, person.id, channelId);
        continue;
      }
      push(added, person.id, channelId);
      push(newIn, channelId, person);
      const color = colors?.get(channelId);
      if (!row) newRows.push({ accountId: person.id, channelId, color, pushNotifications });
    }
  }
  return { added, already, newIn, newRows };
}

/** Stores the new subscriptions, and adds inserted rows to `existingRows`. */
async function storeArrivals(
  writer: Writer,
  concerned: { readonly accountIds: readonly number[]; readonly channelIds: readonly number[] },
  { newIn, newRows }: Arrivals,
  existingRows: ReadonlyMap<number, Map<number, SubscriptionRow>>,
): Promise<void> {
  await reactivateAmong(writer, concerned.accountIds, concerned.channelIds);
  for (const row of await insertSubscriptions(writer, newRows))
    existingRows.get(row.channel_id)?.set(row.account_id, row);
  const pairs = [...newIn].flatMap(([channelId, subscribers]) =>
    subscribers.map(({ id }) => ({ accountId: id, channelId })),
  );
  await beginPeriods(writer, pairs, writer.nextSequence());
  await adjustSubscriberCounts(
    writer,
    new Map([...newIn].map(([id, subscribers]) => [id, subscribers.length])),
  );
}

/**
 * Subscribes people to channels from the next log position on and emits that. Settings of earlier
 * subscriptions are restored. The caller checks permissions; the people are active.
 */
export async function subscribeAll(
  { writer, organization }: UnitContext,
  people: readonly Subscriber[],
  channels: readonly Channel[],
  options: SubscribeOptions = {},
): Promise<SubscribeResult> {
  const concerned = { accountIds: people.map(({ id }) => id), channelIds: channels.map(({ id }) => id) };
  const visibility = await guestVisibilityBefore(writer, organization, concerned);
  const existingRows = await subscriptionsAmong(writer, concerned.accountIds, concerned.channelIds);
  const arrivals = arrivalsAmong(people, channels, existingRows, options.colors);
  const { added, already, newIn } = arrivals;
  if (newIn.size === 0) return { added, already };
  await storeArrivals(writer, concerned, arrivals, existingRows);
  await emitGuestVisibility(writer, visibility);
  await emitArrivals(writer, organization, arrivals, existingRows);
  if (!options.asPartOf) await auditSubscribers(writer, 'subscribers_added', newIn);
  return { added, already };
}

/**
 * Emits channels to people who can see them now, the subscriptions to the new subscribers, and the new
 * subscribers to everyone else.
 */
async function emitArrivals(
  writer: Writer,
  organization: Organization,
  { added, newIn }: Arrivals,
  existingRows: ReadonlyMap<number, ReadonlyMap<number, SubscriptionRow>>,
): Promise<void> {
  const changed = await readChannels(writer, [...newIn.keys()]);
  const viewersByChannel = await unsubscribedViewersByChannel(writer, organization, changed);
  const fields = await wireChannelsNow(writer, organization, changed);
  const listedChannelIds = new Set<number>();
  for (const channel of changed) {
    const newSubscribers = newIn.get(channel.id) ?? [];
    const viewers = viewersByChannel.get(channel.id) ?? new Set<number>();
    const gaining = newSubscribers
      .filter((person) => !canSeeUnsubscribed(channel, viewers, person))
      .map(({ id }) => id);
    const wire = fields.get(channel.id);
    if (gaining.length > 0 && wire)
      writer.emit(channelCreated({ kind: 'accounts', ids: gaining }, channel, wire));
    if (gaining.length > 0 || channel.subscriberCount <= LISTED_SUBSCRIBERS) {
      listedChannelIds.add(channel.id);
    }
  }
  const subscribers = Object.fromEntries(await subscribersByChannel(writer, [...listedChannelIds]));
  const personal = [...added].map(([id, channelIds]): [number, PersonalSubscriptionRow[]] => [
    id,
    channelIds.flatMap((channelId) => {
      const row = existingRows.get(channelId)?.get(id);
      return row ? [personalRow(row)] : [];
    }),
  ]);
  const extra: Omit<SubscriptionsAddedExtra, 'people'> = { channels: [...fields.values()], subscribers };
  for (const slice of slices(personal))
    writer.emit(subscriptionsAdded({ ...extra, people: Object.fromEntries(slice) }));
  await emitPinnedTopicsTo(writer, newIn);
  emitPeers(writer, { op: 'peer_add', channels: changed, people: newIn }, (channel) =>
    channelAudienceWith(channel, viewersByChannel.get(channel.id) ?? new Set()),
  );
}
