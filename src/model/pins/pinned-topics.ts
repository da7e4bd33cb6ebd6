// The topics of a channel that are pinned for everyone. Channels whose history is protected have none: the
// name of a pinned topic is shown to all subscribers, even to those who received none of its messages.

import { anyText, described, id, integer, list, record } from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';
import type { Channel } from '../channels/channel.ts';

/** A pinned topic with its name. */
export type PinnedTopicRow = Row<'pinned_topic'> & Pick<Row<'conversation'>, 'topic_name'>;

const pinnedTopicSchema = record({
  topic: described(anyText, 'The topic.'),
  user_id: described(id, 'The ID of the user who pinned it.'),
  pinned_at: described(integer(), 'When it was pinned, in seconds since 1970.'),
});

export const pinnedTopicsFields = {
  stream_id: described(id, 'The ID of the channel.'),
  topics: described(list(pinnedTopicSchema), 'All pinned topics of the channel, the newest pin first.'),
};

export const pinnedTopicsSchema = record(pinnedTopicsFields);

/** The pinned topics of a channel, for clients. */
export function wirePinnedTopics(
  channelId: number,
  rows: readonly Pick<PinnedTopicRow, 'topic_name' | 'account_id' | 'pinned_at'>[],
) {
  const topics = rows.map((row) => ({
    topic: row.topic_name,
    user_id: row.account_id,
    pinned_at: row.pinned_at,
  }));
  return { stream_id: channelId, topics };
}

/** Whether a channel can have pinned topics. */
export function canHavePinnedTopics({
  isPrivate,
  isHistoryPublic,
  isArchived,
}: Pick<Channel, 'isPrivate' | 'isHistoryPublic' | 'isArchived'>): boolean {
  return !isArchived && (!isPrivate || isHistoryPublic);
}
