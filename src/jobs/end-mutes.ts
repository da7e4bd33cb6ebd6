// Unmutes topics, people, channels and direct conversations at the time that was set when they were muted. The events are
// those of unmuting, so that every client follows.

import { unmuteDirectConversations } from '../actions/muted-direct-conversations/change.ts';
import { unmutePeople } from '../actions/muted-users/unmute.ts';
import { changeSubscriptionSettings } from '../actions/subscriptions/change-settings.ts';
import { unmuteTopics } from '../actions/user-topics/set-policy.ts';
import { extraOf } from '../api-contract/event.ts';
import type { WireMutedDirect } from '../model/muted-direct-conversations/muted-direct-conversation.ts';
import type { WireMutedUser } from '../model/muted-users/muted-user-events.ts';
import type { SubscriptionsAddedExtra } from '../model/subscriptions/subscription-events.ts';
import type { Writer } from '../storage/reader-writer.ts';
import type { Row } from '../storage/schema.ts';
import {
  channelMuteEnds,
  directMuteEnds,
  type MuteEnds,
  personMuteEnds,
  topicMuteEnds,
} from '../stores/muting/mute-ends.ts';
import type { DueChange } from './due-changes.ts';

interface MuteRow {
  readonly organization_id: number;
  readonly account_id: number;
}

/** Rows whose mutes one kind of job ends, and the function that unmutes those of an account. */
function endingMutes<R extends MuteRow>(
  ends: MuteEnds<R>,
  unmute: (writer: Writer, accountId: number, due: readonly R[]) => Promise<void>,
): Pick<DueChange<R>, 'next' | 'due' | 'change'> {
  return {
    next: ends.next,
    due: ends.due,
    async change(writer, rows, now) {
      for (const [accountId, own] of Map.groupBy(rows, (row) => row.account_id)) {
        const dueMutes = await ends.dueOf(writer, accountId, now, own.length);
        if (dueMutes.length > 0) await unmute(writer, accountId, dueMutes);
      }
    },
  };
}

export const endingTopicMutes: DueChange<Row<'user_topic'>> = {
  name: 'topic mutes',
  ...endingMutes(topicMuteEnds, (writer, accountId, due) =>
    unmuteTopics(
      writer,
      accountId,
      due.map((row) => ({ channelId: row.channel_id, topic: row.topic_name })),
    ),
  ),
  wakeOn: ({ type, payload }) =>
    type === 'user_topic' ? ((payload.muted_until as number | null) ?? undefined) : undefined,
};

export const endingPersonMutes: DueChange<Row<'muted_user'>> = {
  name: 'person mutes',
  ...endingMutes(personMuteEnds, (writer, accountId, due) =>
    unmutePeople(
      writer,
      accountId,
      due.map((row) => row.muted_account_id),
    ),
  ),
  wakeOn({ type, payload }) {
    if (type !== 'muted_users') return undefined;
    const ends = (payload.muted_users as WireMutedUser[]).flatMap(({ muted_until }) => muted_until ?? []);
    return Math.min(...ends);
  },
};

export const endingChannelMutes: DueChange<Row<'subscription'>> = {
  name: 'channel mutes',
  ...endingMutes(channelMuteEnds, (writer, accountId, due) =>
    changeSubscriptionSettings(
      writer,
      accountId,
      due.map((row) => ({ channelId: row.channel_id, property: 'is_muted', value: false })),
    ),
  ),
  wakeOn(entry) {
    if (entry.type !== 'subscription') return undefined;
    const { op, property, value } = entry.payload;
    if (property === 'muted_until') return (value as number | null) ?? undefined;
    if (op !== 'add') return undefined;
    // People who return to a channel have the settings that they left it with.
    const { people } = extraOf<SubscriptionsAddedExtra>(entry);
    const ends = Object.values(people).flatMap((rows) => rows.flatMap((row) => row.muted_until ?? []));
    return Math.min(...ends);
  },
};

export const endingDirectMutes: DueChange<Row<'muted_direct_conversation'>> = {
  name: 'direct conversation mutes',
  ...endingMutes(directMuteEnds, (writer, accountId, due) =>
    unmuteDirectConversations(
      writer,
      accountId,
      due.map(({ id }) => id),
    ),
  ),
  wakeOn({ type, payload }) {
    if (type !== 'muted_direct_conversations' || payload.op !== 'update') return undefined;
    return (payload.muted_direct_conversation as WireMutedDirect).muted_until ?? undefined;
  },
};
