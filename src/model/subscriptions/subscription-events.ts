// `subscription` events. Regardless of how many people a change subscribes, all others receive one event, and
// the people themselves share one entry, of which each sees their own part.

import { anyText, id, list, record } from '../../api-contract/codec.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import {
  eventTypeWithOps,
  newEvent,
  newPartialEvent,
  type PayloadOf,
  PropertyFields,
} from '../../api-contract/event-declaration.ts';
import type { WireChannel } from '../channels/wire-channel.ts';
import type { PersonalSubscriptionRow } from './personal-subscription.ts';
import { personalSubscriptionFields, subscriptionSchema } from './subscription-schema.ts';

const peersFields = { stream_ids: list(id), user_ids: list(id) };

export const subscriptionEvent = eventTypeWithOps(
  'subscription',
  'Your subscriptions, their settings, or the subscribers of a channel changed.',
  {
    add: { subscriptions: list(subscriptionSchema) },
    remove: { subscriptions: list(record({ stream_id: id, name: anyText })) },
    update: new PropertyFields(personalSubscriptionFields, { stream_id: id }),
    peer_add: peersFields,
    peer_remove: peersFields,
  },
);

export interface SubscriptionsAddedExtra {
  readonly channels: readonly WireChannel[];
  /** The settings of each person for each channel that they are now subscribed to. */
  readonly people: Readonly<Record<number, readonly PersonalSubscriptionRow[]>>;
  /**
   * The subscribers of the given channels, for clients that maintain lists. The other channels' lists are known to them.
   */
  readonly subscribers: Readonly<Record<number, readonly number[]>>;
  /** Whether the event is only for queues that do not know archived channels, because a channel was unarchived. */
  readonly onlyUnaware?: boolean;
}

export interface SubscriptionsRemovedExtra {
  readonly people: Readonly<Record<number, readonly number[]>>;
  readonly names: Readonly<Record<number, string>>;
  readonly archivedIds: readonly number[];
}

export interface PeersChangedExtra {
  /** Channels that guests can see without a subscription. */
  readonly openToGuests: readonly number[];
  readonly archivedIds: readonly number[];
  /** Whether the event is only for queues whose clients maintain lists of subscribers. */
  readonly onlyForLists?: boolean;
}

function idsIn(people: Readonly<Record<number, unknown>>): number[] {
  return Object.keys(people).map(Number);
}

export function subscriptionsAdded(extra: SubscriptionsAddedExtra): NewEvent {
  const ids = idsIn(extra.people);
  return newPartialEvent(
    subscriptionEvent,
    { op: 'add' },
    {
      audience: { kind: 'accounts', ids },
      extra: { ...extra },
      touches: { subscriptions: ids, channels: extra.channels.map((channel) => channel.stream_id) },
    },
  );
}

export function subscriptionsRemoved(extra: SubscriptionsRemovedExtra): NewEvent {
  const ids = idsIn(extra.people);
  return newPartialEvent(
    subscriptionEvent,
    { op: 'remove' },
    {
      audience: { kind: 'accounts', ids },
      extra: { ...extra },
      touches: { subscriptions: ids, channels: idsIn(extra.names) },
    },
  );
}

/** Other people were subscribed to channels, or unsubscribed. */
export function peersChanged(
  audience: Audience,
  {
    op,
    channelIds,
    accountIds,
  }: {
    readonly op: 'peer_add' | 'peer_remove';
    readonly channelIds: readonly number[];
    readonly accountIds: readonly number[];
  },
  extra: PeersChangedExtra,
): NewEvent {
  const payload = { op, stream_ids: channelIds, user_ids: accountIds };
  return newEvent(subscriptionEvent, payload, { audience, extra: { ...extra } });
}

type SettingPayload = Extract<PayloadOf<typeof subscriptionEvent>, { op: 'update' }>;

/** A changed personal setting for a channel. */
export function subscriptionChanged(
  accountId: number,
  channel: { readonly id: number; readonly isArchived: boolean },
  { property, value }: Pick<SettingPayload, 'property' | 'value'>,
): NewEvent {
  return newEvent(
    subscriptionEvent,
    { op: 'update', stream_id: channel.id, property, value },
    { audience: { kind: 'accounts', ids: [accountId] }, extra: { isArchived: channel.isArchived } },
  );
}
