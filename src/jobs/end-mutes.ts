// Unmutes topics and people at the time that was set when they were muted. The events are those of unmuting, so that every
// client follows.

import { unmutePeople } from '../actions/muted-users/unmute.ts';
import { setTopicPolicy } from '../actions/user-topics/set-policy.ts';
import type { WireMutedUser } from '../model/muted-users/muted-user-events.ts';
import { VisibilityPolicy } from '../model/user-topics/visibility-policy.ts';
import type { Row } from '../storage/schema.ts';
import { personMuteEnds, topicMuteEnds } from '../stores/muting/mute-ends.ts';
import type { DueChange } from './due-changes.ts';

const accountsOf = (rows: readonly { readonly account_id: number }[]) =>
  new Set(rows.map((row) => row.account_id));

export const endingTopicMutes: DueChange<Row<'user_topic'>> = {
  name: 'topic mutes',
  next: topicMuteEnds.next,
  due: topicMuteEnds.due,
  async change(writer, rows, now) {
    for (const accountId of accountsOf(rows))
      for (const { channel_id: channelId, topic_name: topic } of await topicMuteEnds.dueOf(
        writer,
        accountId,
        now,
      ))
        await setTopicPolicy(writer, accountId, { channelId, topic }, VisibilityPolicy.inherit);
  },
  wakeOn: ({ type, payload }) =>
    type === 'user_topic' ? ((payload.muted_until as number | null) ?? undefined) : undefined,
};

export const endingPersonMutes: DueChange<Row<'muted_user'>> = {
  name: 'person mutes',
  next: personMuteEnds.next,
  due: personMuteEnds.due,
  async change(writer, rows, now) {
    for (const accountId of accountsOf(rows)) {
      const due = await personMuteEnds.dueOf(writer, accountId, now);
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
