// Whether an account received a message, and whether it can be unread for the account. Both follow from
// subscription periods and the message's arrivals. (As in the reference server: a message that is moved to a channel
// stays read for those who had not received it, and becomes read for those who are not subscribed there.)

import type { MessageHead } from '../../model/messages/message-row.ts';
import {
  coversPosition,
  DIRECT_MESSAGES,
  type SubscriptionPeriods,
} from '../../model/subscriptions/subscription-periods.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import type { Arrival } from '../messages/message-store.ts';

type MessageLocation = Pick<MessageHead, 'id' | 'channel_id' | 'sequence' | 'is_moved'>;
type Arrivals = ReadonlyMap<number, readonly Arrival[]>;

function coversDirect(subscriptions: SubscriptionPeriods, sequence: number): boolean {
  const active = subscriptions.get(DIRECT_MESSAGES);
  return active === undefined || coversPosition(active, sequence);
}

/**
 * Whether an account received a message: subscribed at one of its arrivals, or a recipient of the direct
 * message.
 */
export function wasReceived(
  head: MessageLocation,
  subscriptions: SubscriptionPeriods,
  arrivals: Arrivals,
): boolean {
  if (head.channel_id === null) return coversDirect(subscriptions, head.sequence);
  if (head.is_moved === 0) return coversPosition(subscriptions.get(head.channel_id), head.sequence);
  return (arrivals.get(head.id) ?? []).some((arrival) =>
    coversPosition(subscriptions.get(arrival.channel_id), arrival.sequence),
  );
}

/** Whether an account was subscribed at a log position, even if it was deactivated then. */
function isSubscriberAt(subscriptions: SubscriptionPeriods, channelId: number, sequence: number): boolean {
  const periods = subscriptions.get(channelId);
  if (coversPosition(periods, sequence)) return true;
  const deactivatedAt = subscriptions.get(DIRECT_MESSAGES)?.findLast(({ from }) => from <= sequence)?.to;
  // Deactivated accounts neither subscribe nor unsubscribe.
  return deactivatedAt != null && deactivatedAt <= sequence && coversPosition(periods, deactivatedAt - 1);
}

/**
 * Whether a message is unread by default for an account: received when it was sent, and subscribed to every
 * channel it was moved to.
 */
export function arrivesUnread(
  head: MessageLocation,
  subscriptions: SubscriptionPeriods,
  arrivals: Arrivals,
): boolean {
  if (head.channel_id === null || head.is_moved === 0) return wasReceived(head, subscriptions, arrivals);
  const all = arrivals.get(head.id) ?? [];
  return (
    all.length > 0 &&
    all.every((arrival) =>
      arrival.sequence === head.sequence
        ? coversPosition(subscriptions.get(arrival.channel_id), arrival.sequence)
        : isSubscriberAt(subscriptions, arrival.channel_id, arrival.sequence),
    )
  );
}

/** Whether it is a direct message in which the account does not take part. */
export function isBetweenOthers(
  head: Pick<MessageHead, 'channel_id' | 'direct_key'>,
  accountId: number,
): boolean {
  return head.channel_id === null && !peopleOf(head.direct_key ?? '').includes(accountId);
}
