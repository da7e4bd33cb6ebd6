// People come into channels: the rows, and what everybody is told. Whoever could not see a channel before is told
// of it first; then the people of their subscriptions; then everybody else of the new subscribers.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelCreated } from '../../model/channels/channel-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { type PersonalRow, personalRow } from '../../model/subscriptions/personal-subscription.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import { type AddedExtra, subscriptionsAdded } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/session.ts';
import type { InOrganization } from '../../stores/acting.ts';
import {
  audienceWith,
  type Knowers,
  knowersOfAll,
  knowsUnsubscribed,
} from '../../stores/channels/audience.ts';
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
import { countSubscribersIn } from '../../stores/subscriptions/subscriber-count.ts';
import { subscribersByChannel } from '../../stores/subscriptions/subscription-store.ts';
import { auditSubscribers } from '../audit/subscribers.ts';
import { sightsBefore, tellSightChanges } from '../guests/visibility-events.ts';
import { announcePeers } from './peer-events.ts';

/** Lists of subscribers go into events up to this length; longer ones only to people who do not have them yet. */
const LISTED_SUBSCRIBERS = 1000;

export type Subscriber = Pick<Account, 'id' | 'role' | 'botOwnerId'>;

export interface SubscribeOptions {
  /** Colours that were asked for, by channel. */
  readonly colors?: ReadonlyMap<number, string>;
  /** The act that they come in by, where the audit log tells of that one already. */
  readonly asPartOf?: 'joining';
}

export interface SubscribeResult {
  /** The channels that each person was not in before. */
  readonly added: ReadonlyMap<number, readonly number[]>;
  /** Those that they were in already. */
  readonly already: ReadonlyMap<number, readonly number[]>;
}

/** How many of the subscriptions that were added are of others than one account. */
export function countOfOthers(added: SubscribeResult['added'], accountId: number): number {
  let count = 0;
  for (const [id, channelIds] of added) if (id !== accountId) count += channelIds.length;
  return count;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const present = map.get(key);
  if (present) present.push(value);
  else map.set(key, [value]);
}

/** Who can see the private ones among channels without being subscribed. */
export async function knowersByChannel(
  writer: Writer,
  organization: Organization,
  channels: readonly Channel[],
): Promise<Map<number, Knowers>> {
  const closed = channels.filter(({ isPrivate }) => isPrivate);
  const known =
    closed.length > 0
      ? await knowersOfAll(writer, organization, closed, writer.now)
      : new Map<number, Knowers>();
  return new Map(channels.map(({ id }) => [id, known.get(id) ?? new Set()]));
}

/** Who comes into which channels, and who is there already. */
interface Arrivals extends SubscribeResult {
  /** The people who are new in each channel; channels without any are missing. */
  readonly newIn: ReadonlyMap<number, Subscriber[]>;
  /** The rows to store for those who never were in a channel. */
  readonly fresh: readonly NewSubscription[];
}

function arrivalsAmong(
  people: readonly Subscriber[],
  channels: readonly Channel[],
  present: ReadonlyMap<number, ReadonlyMap<number, SubscriptionRow>>,
  colors: ReadonlyMap<number, string> | undefined,
): Arrivals {
  const added = new Map<number, number[]>();
  const already = new Map<number, number[]>();
  const newIn = new Map<number, Subscriber[]>();
  const fresh: NewSubscription[] = [];
  for (const { id: channelId, defaultPushNotifications: pushNotifications } of channels) {
    for (const person of people) {
      const row = present.get(channelId)?.get(person.id);
      if (row?.is_active === 1) {
        push(already, person.id, channelId);
        continue;
      }
      push(added, person.id, channelId);
      push(newIn, channelId, person);
      const color = colors?.get(channelId);
      if (!row) fresh.push({ accountId: person.id, channelId, color, pushNotifications });
    }
  }
  return { added, already, newIn, fresh };
}

/** Stores who came in, and notes the new rows among those that were there. */
async function bringIn(
  writer: Writer,
  concerned: { readonly accountIds: readonly number[]; readonly channelIds: readonly number[] },
  { newIn, fresh }: Arrivals,
  present: ReadonlyMap<number, Map<number, SubscriptionRow>>,
): Promise<void> {
  await reactivateAmong(writer, concerned.accountIds, concerned.channelIds);
  for (const row of await insertSubscriptions(writer, fresh))
    present.get(row.channel_id)?.set(row.account_id, row);
  const pairs = [...newIn].flatMap(([channelId, some]) =>
    some.map(({ id }) => ({ accountId: id, channelId })),
  );
  await beginPeriods(writer, pairs, writer.nextSequence());
  await countSubscribersIn(writer, new Map([...newIn].map(([id, some]) => [id, some.length])));
}

/**
 * Subscribes people to channels from the next place in the log on, and emits what clients are told. Settings of
 * earlier subscriptions come back. Who may is the caller's to check; the people are active.
 */
export async function subscribeAll(
  { writer, organization }: InOrganization,
  people: readonly Subscriber[],
  channels: readonly Channel[],
  options: SubscribeOptions = {},
): Promise<SubscribeResult> {
  const concerned = { accountIds: people.map(({ id }) => id), channelIds: channels.map(({ id }) => id) };
  const sights = await sightsBefore(writer, organization, concerned);
  const present = await subscriptionsAmong(writer, concerned.accountIds, concerned.channelIds);
  const arrivals = arrivalsAmong(people, channels, present, options.colors);
  const { added, already, newIn } = arrivals;
  if (newIn.size === 0) return { added, already };
  await bringIn(writer, concerned, arrivals, present);
  await tellSightChanges(writer, sights);
  await tellArrivals(writer, organization, arrivals, present);
  if (!options.asPartOf) await auditSubscribers(writer, 'subscribers_added', newIn);
  return { added, already };
}

/** Tells those who begin to see a channel of it, those who came in of their subscriptions, and the others of them. */
async function tellArrivals(
  writer: Writer,
  organization: Organization,
  { added, newIn }: Arrivals,
  present: ReadonlyMap<number, ReadonlyMap<number, SubscriptionRow>>,
): Promise<void> {
  const changed = await readChannels(writer, [...newIn.keys()]);
  const knowers = await knowersByChannel(writer, organization, changed);
  const fields = await wireChannelsNow(writer, organization, changed);
  const listed = new Set<number>();
  for (const channel of changed) {
    const some = newIn.get(channel.id) ?? [];
    const known = knowers.get(channel.id) ?? new Set<number>();
    const gaining = some.filter((person) => !knowsUnsubscribed(channel, known, person)).map(({ id }) => id);
    const wire = fields.get(channel.id);
    if (gaining.length > 0 && wire)
      writer.emit(channelCreated({ kind: 'accounts', ids: gaining }, channel, wire));
    if (gaining.length > 0 || channel.subscriberCount <= LISTED_SUBSCRIBERS) {
      listed.add(channel.id);
    }
  }
  const subscribers = Object.fromEntries(await subscribersByChannel(writer, [...listed]));
  const personal = [...added].map(([id, channelIds]): [number, PersonalRow[]] => [
    id,
    channelIds.flatMap((channelId) => {
      const row = present.get(channelId)?.get(id);
      return row ? [personalRow(row)] : [];
    }),
  ]);
  const extra: Omit<AddedExtra, 'people'> = { channels: [...fields.values()], subscribers };
  for (const slice of slices(personal))
    writer.emit(subscriptionsAdded({ ...extra, people: Object.fromEntries(slice) }));
  announcePeers(writer, { op: 'peer_add', channels: changed, people: newIn }, (channel) =>
    audienceWith(channel, knowers.get(channel.id) ?? new Set()),
  );
}
