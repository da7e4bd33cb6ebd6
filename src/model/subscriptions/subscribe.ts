// People come into channels: the rows, and what everybody is told. Whoever could not see a channel before is told
// of it first; then the people of their subscriptions; then everybody else of the new subscribers.

import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { sightsBefore, tellSightChanges } from '../accounts/guest-sight.ts';
import { audienceWith, type Knowers, knowersOf, knowsUnsubscribed } from '../channels/audience.ts';
import type { Channel } from '../channels/channel.ts';
import { channelCreated } from '../channels/events.ts';
import { readChannels } from '../channels/store.ts';
import { wireChannelsNow } from '../channels/wire-now.ts';
import type { Organization } from '../organizations/organization.ts';
import { beginPeriods, insertSubscriptions, setActive, slices, subscriptionsAmong } from './bulk-store.ts';
import { countSubscribers } from './change.ts';
import { type AddedExtra, subscriptionsAdded } from './events.ts';
import { announcePeers } from './peers.ts';
import { subscriberIds } from './store.ts';
import { type PersonalRow, personalRow } from './view.ts';

/** Lists of subscribers go into events up to this length; longer ones only to people who do not have them yet. */
const LISTED_SUBSCRIBERS = 1000;

export type Subscriber = Pick<Account, 'id' | 'role'>;

export interface SubscribeOptions {
  /** Colours that were asked for, by channel. */
  readonly colors?: ReadonlyMap<number, string>;
}

export interface SubscribeResult {
  /** The channels that each person was not in before. */
  readonly added: ReadonlyMap<number, readonly number[]>;
  /** Those that they were in already. */
  readonly already: ReadonlyMap<number, readonly number[]>;
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
  const result = new Map<number, Knowers>();
  for (const channel of channels) {
    result.set(
      channel.id,
      channel.isPrivate ? await knowersOf(writer, organization, channel, writer.now) : new Set(),
    );
  }
  return result;
}

/**
 * Subscribes people to channels from the next place in the log on, and emits what clients are told. Settings of
 * earlier subscriptions come back. Who may is the caller's to check; the people are active.
 */
export async function subscribeAll(
  writer: Writer,
  organization: Organization,
  people: readonly Subscriber[],
  channels: readonly Channel[],
  options: SubscribeOptions = {},
): Promise<SubscribeResult> {
  const concerned = { accountIds: people.map(({ id }) => id), channelIds: channels.map(({ id }) => id) };
  const sights = await sightsBefore(writer, organization, concerned);
  const present = await subscriptionsAmong(writer, concerned.accountIds, concerned.channelIds);
  const added = new Map<number, number[]>();
  const already = new Map<number, number[]>();
  const newIn = new Map<number, Subscriber[]>();
  const fresh: Parameters<typeof insertSubscriptions>[1][number][] = [];
  for (const channel of channels) {
    const returning: number[] = [];
    for (const person of people) {
      const row = present.get(channel.id)?.get(person.id);
      if (row?.is_active === 1) {
        push(already, person.id, channel.id);
        continue;
      }
      push(added, person.id, channel.id);
      push(newIn, channel.id, person);
      if (row) returning.push(person.id);
      else {
        fresh.push({
          accountId: person.id,
          channelId: channel.id,
          color: options.colors?.get(channel.id),
          pushNotifications: channel.defaultPushNotifications,
        });
      }
    }
    await setActive(writer, channel.id, returning, true);
  }
  if (newIn.size === 0) return { added, already };
  for (const row of await insertSubscriptions(writer, fresh))
    present.get(row.channel_id)?.set(row.account_id, row);
  const pairs = [...newIn].flatMap(([channelId, some]) =>
    some.map(({ id }) => ({ accountId: id, channelId })),
  );
  await beginPeriods(writer, pairs, writer.nextSequence());
  for (const [channelId, some] of newIn) await countSubscribers(writer, channelId, some.length);
  await tellSightChanges(writer, sights);

  const changed = await readChannels(writer, [...newIn.keys()]);
  const knowers = await knowersByChannel(writer, organization, changed);
  const fields = await wireChannelsNow(writer, organization, changed);
  const subscribers: Record<number, readonly number[]> = {};
  for (const channel of changed) {
    const some = newIn.get(channel.id) ?? [];
    const known = knowers.get(channel.id) ?? new Set<number>();
    const gaining = some.filter((person) => !knowsUnsubscribed(channel, known, person)).map(({ id }) => id);
    const wire = fields.get(channel.id);
    if (gaining.length > 0 && wire)
      writer.emit(channelCreated({ kind: 'accounts', ids: gaining }, channel, wire));
    if (gaining.length > 0 || channel.subscriberCount <= LISTED_SUBSCRIBERS) {
      subscribers[channel.id] = await subscriberIds(writer, channel.id);
    }
  }
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
  announcePeers(writer, 'peer_add', changed, newIn, (channel) =>
    audienceWith(channel, knowers.get(channel.id) ?? new Set()),
  );
  return { added, already };
}
