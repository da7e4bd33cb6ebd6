// What follows from the periods of subscription and the arrivals of a message: whether a person received it, and
// whether it can be unread for them. (Reference behaviour: a message that is moved to a channel stays read for
// those who had not received it, and becomes read for those who are not subscribed there.)

import type { MessageHead } from '../../model/messages/row.ts';
import { covers, DIRECT, type SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import type { Arrival } from '../messages/message-store.ts';

type Placed = Pick<MessageHead, 'id' | 'channel_id' | 'sequence' | 'is_moved'>;
type Arrivals = ReadonlyMap<number, readonly Arrival[]>;

function coversDirect(subscriptions: SubscriptionPeriods, sequence: number): boolean {
  const active = subscriptions.get(DIRECT);
  return active === undefined || covers(active, sequence);
}

/** Whether a person received a message: subscribed at one of its arrivals, or among the people written to. */
export function wasReceived(head: Placed, subscriptions: SubscriptionPeriods, arrivals: Arrivals): boolean {
  if (head.channel_id === null) return coversDirect(subscriptions, head.sequence);
  if (head.is_moved === 0) return covers(subscriptions.get(head.channel_id), head.sequence);
  return (arrivals.get(head.id) ?? []).some((arrival) =>
    covers(subscriptions.get(arrival.channel_id), arrival.sequence),
  );
}

/** Whether a person was subscribed at a place in the log, be it that the account was not active then. */
function isSubscriberAt(subscriptions: SubscriptionPeriods, channelId: number, sequence: number): boolean {
  const periods = subscriptions.get(channelId);
  if (covers(periods, sequence)) return true;
  const left = subscriptions.get(DIRECT)?.findLast(({ from }) => from <= sequence)?.to;
  // Nobody comes or goes while they are not active.
  return left != null && left <= sequence && covers(periods, left - 1);
}

/**
 * Whether a message is unread for a person as long as nothing says otherwise: received when it was sent, and
 * subscribed wherever it was moved to.
 */
export function arrivesUnread(head: Placed, subscriptions: SubscriptionPeriods, arrivals: Arrivals): boolean {
  if (head.channel_id === null || head.is_moved === 0) return wasReceived(head, subscriptions, arrivals);
  const all = arrivals.get(head.id) ?? [];
  return (
    all.length > 0 &&
    all.every((arrival) =>
      arrival.sequence === head.sequence
        ? covers(subscriptions.get(arrival.channel_id), arrival.sequence)
        : isSubscriberAt(subscriptions, arrival.channel_id, arrival.sequence),
    )
  );
}

/** Whether a direct message is between others only; channel messages never are. */
export function isBetweenOthers(
  head: Pick<MessageHead, 'channel_id' | 'direct_key'>,
  accountId: number,
): boolean {
  return head.channel_id === null && !peopleOf(head.direct_key ?? '').includes(accountId);
}
