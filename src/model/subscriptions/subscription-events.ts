// `subscription` events. Regardless of how many people a change subscribes, all others receive one event, and
// the people themselves share one entry, of which each sees their own part.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { WireChannel } from '../channels/wire-channel.ts';
import type { PersonalSubscriptionRow } from './personal-subscription.ts';

export interface SubscriptionsAddedExtra {
  readonly channels: readonly WireChannel[];
  /** The settings of each person for each channel that they are now subscribed to. */
  readonly people: Readonly<Record<number, readonly PersonalSubscriptionRow[]>>;
  /**
   * The subscribers of some channels, for clients that maintain lists. The other channels' lists are known to them.
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
  return {
    type: 'subscription',
    audience: { kind: 'accounts', ids },
    payload: { op: 'add' },
    extra: { ...extra },
    touches: { subscriptions: ids, channels: extra.channels.map((channel) => channel.stream_id) },
  };
}

export function subscriptionsRemoved(extra: SubscriptionsRemovedExtra): NewEvent {
  const ids = idsIn(extra.people);
  return {
    type: 'subscription',
    audience: { kind: 'accounts', ids },
    payload: { op: 'remove' },
    extra: { ...extra },
    touches: { subscriptions: ids, channels: idsIn(extra.names) },
  };
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
  return { type: 'subscription', audience, payload, extra: { ...extra } };
}

/** A changed personal setting for a channel. */
export function subscriptionChanged(
  accountId: number,
  channel: { readonly id: number; readonly isArchived: boolean },
  property: string,
  value: unknown,
): NewEvent {
  return {
    type: 'subscription',
    audience: { kind: 'accounts', ids: [accountId] },
    payload: { op: 'update', stream_id: channel.id, property, value },
    extra: { isArchived: channel.isArchived },
  };
}
