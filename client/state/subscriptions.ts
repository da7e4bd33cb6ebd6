// Applies events of the viewer's and other accounts' subscriptions.

import type { EventOf } from '../event-stream.ts';
import { type AnyChannel, byChannelId, removeFromLists, updateChannel } from './channels.ts';
import { addIds, insertSorted, removeIds, updateWhere } from './lists.ts';
import { withoutPinnedTopics } from './pinned-topics.ts';
import type { Reducer, State, Subscription } from './state.ts';
import { withSection } from './state.ts';

type SubscriptionEvent = EventOf<'subscription'>;

const ownLists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;
const subscriberLists = ['subscribers', 'partial_subscribers'] as const;

/** Changes the subscriber lists that a channel has. */
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

/** The known subscribers, if the event does not contain them. */
function knownSubscribers(known: AnyChannel | undefined, subscription: AnyChannel, ownId: number) {
  if (!known || subscription.subscribers) return {};
  const lists: { subscribers?: number[]; partial_subscribers?: number[] } = {};
  for (const key of subscriberLists) {
    const ids = known[key];
    if (ids) lists[key] = addIds(ids, [ownId]);
  }
  return lists;
}

function withSubscription(state: State, added: Subscription, ownId: number): State {
  const subscribers = knownSubscribers(knownChannel(state, added.stream_id), added, ownId);
  const unlisted = removeFromLists(state, added.stream_id, ownLists);
  const next = withSection(unlisted, 'subscriptions', (list) =>
    insertSorted(list, { ...subscribers, ...added }, byChannelId),
  );
  return withSection(next, 'streams', (list) =>
    updateWhere(
      list,
      (channel) => channel.stream_id === added.stream_id,
      (channel) => ({ ...channel, subscriber_count: added.subscriber_count }),
    ),
  );
}

function withoutSubscription(state: State, id: number, ownId: number): State {
  const subscription = state.subscriptions?.find((channel) => channel.stream_id === id);
  if (!subscription) return state;
  const own = new Set([ownId]);
  const remaining = withSubscribers(subscription, (ids) => removeIds(ids, own));
  const unlisted = removeFromLists(withoutPinnedTopics(state, new Set([id])), id, ['subscriptions']);
  const next = withSection(unlisted, 'unsubscribed', (list) => insertSorted(list, remaining, byChannelId));
  return updateChannel(next, id, (channel) => ({
    ...channel,
    subscriber_count: channel.subscriber_count - 1,
  }));
}

/**
 * Applies changes of other accounts' subscriptions. The number of subscribers is counted if the client has the
 * complete list. Otherwise it is adjusted by the event.
 */
function withPeers(
  state: State,
  id: number,
  event: Extract<SubscriptionEvent, { user_ids: unknown }>,
): State {
  const isAdded = event.op === 'peer_add';
  const peerIds = new Set(event.user_ids);
  const change = (ids: number[]) => (isAdded ? addIds(ids, event.user_ids) : removeIds(ids, peerIds));
  const updatedState = updateChannel(state, id, (channel) => withSubscribers(channel, change));
  const listedCount = knownChannel(updatedState, id)?.subscribers?.length;
  const difference = isAdded ? peerIds.size : -peerIds.size;
  return updateChannel(updatedState, id, (channel) => ({
    ...channel,
    subscriber_count: listedCount ?? channel.subscriber_count + difference,
  }));
}

export const subscription: Reducer<SubscriptionEvent> = (state, event, ownId) => {
  switch (event.op) {
    case 'add':
      return event.subscriptions.reduce(
        (next, subscription) => withSubscription(next, subscription, ownId),
        state,
      );
    case 'remove':
      return event.subscriptions.reduce(
        (next, { stream_id }) => withoutSubscription(next, stream_id, ownId),
        state,
      );
    case 'update':
      return withSection(state, 'subscriptions', (list) =>
        updateWhere(
          list,
          ({ stream_id }) => stream_id === event.stream_id,
          (subscription) => ({ ...subscription, [event.property]: event.value }),
        ),
      );
    default:
      return event.stream_ids.reduce((next, id) => withPeers(next, id, event), state);
  }
};
