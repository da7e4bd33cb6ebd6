// How one's own and other people's subscriptions change by events.

import { type AnyChannel, byChannelId, changedChannel, withoutChannel } from './channels.ts';
import { changedIn, idsWith, idsWithout, inserted } from './lists.ts';
import type { Reducer, State, Subscription } from './state.ts';
import { withSection } from './state.ts';

export type SubscriptionEvent =
  | { readonly op: 'add'; readonly subscriptions: readonly Subscription[] }
  | { readonly op: 'remove'; readonly subscriptions: readonly { readonly stream_id: number }[] }
  | {
      readonly op: 'update';
      readonly stream_id: number;
      readonly property: string;
      readonly value: unknown;
    }
  | {
      readonly op: 'peer_add' | 'peer_remove';
      readonly stream_ids: readonly number[];
      readonly user_ids: readonly number[];
    };

const ownLists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;
const subscriberLists = ['subscribers', 'partial_subscribers'] as const;

/** The channel with its lists of subscribers changed, those that it has. */
function withSubscribers<C extends AnyChannel>(channel: C, change: (ids: number[]) => number[]): C {
  const changes: { subscribers?: number[]; partial_subscribers?: number[] } = {};
  for (const key of subscriberLists) {
    const ids = channel[key];
    if (ids) changes[key] = change(ids);
  }
  return { ...channel, ...changes };
}

function knownChannel(state: State, id: number): AnyChannel | undefined {
  for (const list of ownLists) {
    const found = state[list]?.find((channel) => channel.stream_id === id);
    if (found) return found;
  }
  return undefined;
}

/** What is known of the subscribers where the event does not say. */
function keptSubscribers(known: AnyChannel | undefined, told: AnyChannel, ownId: number) {
  if (!known || told.subscribers) return {};
  const kept: { subscribers?: number[]; partial_subscribers?: number[] } = {};
  for (const key of subscriberLists) {
    const ids = known[key];
    if (ids) kept[key] = idsWith(ids, [ownId]);
  }
  return kept;
}

function subscribed(state: State, told: Subscription, ownId: number): State {
  const kept = keptSubscribers(knownChannel(state, told.stream_id), told, ownId);
  const unlisted = withoutChannel(state, told.stream_id, ownLists);
  const next = withSection(unlisted, 'subscriptions', (list) =>
    inserted(list, { ...kept, ...told }, byChannelId),
  );
  return withSection(next, 'streams', (list) =>
    changedIn(
      list,
      (channel) => channel.stream_id === told.stream_id,
      (channel) => ({ ...channel, subscriber_count: told.subscriber_count }),
    ),
  );
}

function unsubscribed(state: State, id: number, ownId: number): State {
  const known = state.subscriptions?.find((channel) => channel.stream_id === id);
  if (!known) return state;
  const own = new Set([ownId]);
  const left = withSubscribers(known, (ids) => idsWithout(ids, own));
  const unlisted = withoutChannel(state, id, ['subscriptions']);
  const next = withSection(unlisted, 'unsubscribed', (list) => inserted(list, left, byChannelId));
  return changedChannel(next, id, (channel) => ({
    ...channel,
    subscriber_count: channel.subscriber_count - 1,
  }));
}

/** A client that keeps the whole list counts by it; others count what they are told. */
function peers(state: State, id: number, event: Extract<SubscriptionEvent, { user_ids: unknown }>): State {
  const isAdded = event.op === 'peer_add';
  const told = new Set(event.user_ids);
  const change = (ids: number[]) => (isAdded ? idsWith(ids, event.user_ids) : idsWithout(ids, told));
  const listed = changedChannel(state, id, (channel) => withSubscribers(channel, change));
  const counted = knownChannel(listed, id)?.subscribers?.length;
  const difference = isAdded ? told.size : -told.size;
  return changedChannel(listed, id, (channel) => ({
    ...channel,
    subscriber_count: counted ?? channel.subscriber_count + difference,
  }));
}

export const subscription: Reducer<SubscriptionEvent> = (state, event, ownId) => {
  switch (event.op) {
    case 'add':
      return event.subscriptions.reduce((next, one) => subscribed(next, one, ownId), state);
    case 'remove':
      return event.subscriptions.reduce((next, { stream_id }) => unsubscribed(next, stream_id, ownId), state);
    case 'update':
      return withSection(state, 'subscriptions', (list) =>
        changedIn(
          list,
          ({ stream_id }) => stream_id === event.stream_id,
          (one) => ({ ...one, [event.property]: event.value }),
        ),
      );
    default:
      return event.stream_ids.reduce((next, id) => peers(next, id, event), state);
  }
};
