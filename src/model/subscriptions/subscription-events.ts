// `subscription` events. However many people a change subscribes, everybody else is told by one event; and the
// people themselves by one entry, of which each sees their own part.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { WireChannel } from '../channels/wire-channel.ts';
import type { PersonalRow } from './personal-subscription.ts';

export interface AddedExtra {
  readonly channels: readonly WireChannel[];
  /** For each person their settings for each channel that they are subscribed to now. */
  readonly people: Readonly<Record<number, readonly PersonalRow[]>>;
  /** For some channels who is subscribed, for clients that keep lists; the others know the list already. */
  readonly subscribers: Readonly<Record<number, readonly number[]>>;
  /** Only for queues that do not know archived channels: a channel came back. */
  readonly onlyUnaware?: boolean;
}

export interface RemovedExtra {
  readonly people: Readonly<Record<number, readonly number[]>>;
  readonly names: Readonly<Record<number, string>>;
  readonly archivedIds: readonly number[];
}

export interface PeerExtra {
  /** Channels that guests see without being subscribed. */
  readonly openToGuests: readonly number[];
  readonly archivedIds: readonly number[];
  /** Only for queues whose clients keep lists of subscribers. */
  readonly onlyForLists?: boolean;
}

function idsIn(people: Readonly<Record<number, unknown>>): number[] {
  return Object.keys(people).map(Number);
}

/** People who are subscribed now. */
export function subscriptionsAdded(extra: AddedExtra): NewEvent {
  const ids = idsIn(extra.people);
  return {
    type: 'subscription',
    audience: { kind: 'accounts', ids },
    payload: { op: 'add' },
    extra: { ...extra },
    touches: { subscriptions: ids, channels: extra.channels.map((channel) => channel.stream_id) },
  };
}

/** People who are no longer subscribed. */
export function subscriptionsRemoved(extra: RemovedExtra): NewEvent {
  const ids = idsIn(extra.people);
  return {
    type: 'subscription',
    audience: { kind: 'accounts', ids },
    payload: { op: 'remove' },
    extra: { ...extra },
    touches: { subscriptions: ids, channels: idsIn(extra.names) },
  };
}

/** Others came into channels, or left them. */
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
  extra: PeerExtra,
): NewEvent {
  const payload = { op, stream_ids: channelIds, user_ids: accountIds };
  return { type: 'subscription', audience, payload, extra: { ...extra } };
}

/** A personal setting for a channel. */
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
