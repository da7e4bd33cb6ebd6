// Unmutes topics, people and channels at the time that was set when they were muted. The events are those of unmuting, so that every
// client follows.

import { unmutePeople } from '../actions/muted-users/unmute.ts';
import { changeSubscriptionSettings } from '../actions/subscriptions/change-settings.ts';
import { unmuteTopics } from '../actions/user-topics/set-policy.ts';
import { extraOf } from '../api-contract/event.ts';
import type { WireMutedUser } from '../model/muted-users/muted-user-events.ts';
import type { SubscriptionsAddedExtra } from '../model/subscriptions/subscription-events.ts';
import type { Row } from '../storage/schema.ts';
import { channelMuteEnds, personMuteEnds, topicMuteEnds } from '../stores/muting/mute-ends.ts';
import type { DueChange } from './due-changes.ts';

/** The number of rows of each account. */
function countsByAccount(rows: readonly { readonly account_id: number }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { account_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export const endingTopicMutes: DueChange<Row<'user_topic'>> = {
  name: 'topic mutes',
  next: topicMuteEnds.next,
  due: topicMuteEnds.due,
  async change(writer, rows, now) {
    for (const [accountId, count] of countsByAccount(rows)) {
      const due = await topicMuteEnds.dueOf(writer, accountId, now, count);
      const topics = due.map((row) => ({ channelId: row.channel_id, topic: row.topic_name }));
      await unmuteTopics(writer, accountId, topics);
    }
  },
  wakeOn: ({ type, payload }) =>
    type === 'user_topic' ? ((payload.muted_until as number | null) ?? undefined) : undefined,
};

export const endingPersonMutes: DueChange<Row<'muted_user'>> = {
  name: 'person mutes',
  next: personMuteEnds.next,
  due: personMuteEnds.due,
  async change(writer, rows, now) {
    for (const [accountId, count] of countsByAccount(rows)) {
      const due = await personMuteEnds.dueOf(writer, accountId, now, count);
      if (due.length > 0)
        await unmutePeople(
          writer,
          accountId,
          due.map((row) => row.muted_account_id),
        );
    }
  },
  wakeOn({ type, payload }) {
    if (type !== 'muted_users') return undefined;
    const ends = (payload.muted_users as WireMutedUser[]).flatMap(({ muted_until }) => muted_until ?? []);
    return ends.length > 0 ? Math.min(...ends) : undefined;
  },
};

export const endingChannelMutes: DueChange<Row<'subscription'>> = {
  name: 'channel mutes',
  next: channelMuteEnds.next,
  due: channelMuteEnds.due,
  async change(writer, rows, now) {
    for (const [accountId, count] of countsByAccount(rows)) {
      const due = await channelMuteEnds.dueOf(writer, accountId, now, count);
      await changeSubscriptionSettings(
        writer,
        accountId,
        due.map((row) => ({ channelId: row.channel_id, property: 'is_muted', value: false })),
      );
    }
  },
  wakeOn(entry) {
    if (entry.type !== 'subscription') return undefined;
    const { op, property, value } = entry.payload;
    if (property === 'muted_until') return (value as number | null) ?? undefined;
    if (op !== 'add') return undefined;
    // People who return to a channel have the settings that they left it with.
    const { people } = extraOf<SubscriptionsAddedExtra>(entry);
    const ends = Object.values(people).flatMap((rows) => rows.flatMap((row) => row.muted_until ?? []));
    return ends.length > 0 ? Math.min(...ends) : undefined;
  },
};
