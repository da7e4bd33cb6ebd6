// The calls that an account's clients know: in the channels that it is subscribed to, in its direct conversations, and the
// one that it is in.

import { peopleOf } from '../../model/conversations/direct-key.ts';
import { type WireCall, wireCall } from '../../model/native-calls/native-call.ts';
import { isSubscribed, type SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { liveCalls } from '../../stores/native-calls/call-store.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';

export async function callsOf(
  reader: Reader,
  accountId: number,
  subscriptions: SubscriptionPeriods,
): Promise<WireCall[]> {
  const live = await liveCalls(reader);
  const participants = await participantsIn(
    reader,
    live.map(({ id }) => id),
  );
  const byCall = Map.groupBy(participants, (one) => one.call_id);
  return live
    .filter((call) => {
      if (call.channel_id === null) return peopleOf(call.direct_key ?? '').includes(accountId);
      const isIn = byCall.get(call.id)?.some((one) => one.account_id === accountId);
      return isIn === true || isSubscribed(subscriptions, call.channel_id);
    })
    .map((call) => wireCall(call, byCall.get(call.id) ?? []));
}
