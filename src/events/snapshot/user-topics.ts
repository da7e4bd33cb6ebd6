// An account's topic policies in the snapshot, and the legacy list of muted topics.

import { displayTopic } from '../../model/messages/topic.ts';
import { isSeenBy } from '../../queries/subscriptions/sorted-subscriptions.ts';
import { mutedTopicsOf, userTopicsOf } from '../../stores/user-topics/user-topic-store.ts';
import type { SnapshotSection } from './section.ts';

const userTopics: SnapshotSection = {
  gates: ['user_topic'],
  async fromDatabase({ account, options }, reader) {
    const rows = account ? await userTopicsOf(reader, account.id) : [];
    return {
      user_topics: rows.map((row) => ({
        stream_id: row.channel_id,
        topic_name: displayTopic(row.topic_name, options.capabilities.empty_topic_name),
        last_updated: row.updated_at,
        visibility_policy: row.visibility_policy,
        muted_until: row.muted_until,
      })),
    };
  },
};

const mutedTopics: SnapshotSection = {
  gates: ['muted_topics'],
  async fromDatabase(request, reader) {
    const { state, account, subscriptions, options } = request;
    if (request.wantsByName('user_topic')) return {};
    const rows = account ? await mutedTopicsOf(reader, account.id) : [];
    return {
      muted_topics: rows.flatMap((row) => {
        const channel = state.channel(row.channel_id);
        if (!channel || !isSeenBy(state, account, subscriptions, channel)) return [];
        const topic = displayTopic(row.topic_name, options.capabilities.empty_topic_name);
        return [[channel.name, topic, row.updated_at]];
      }),
    };
  },
};

export const userTopicSections: readonly SnapshotSection[] = [userTopics, mutedTopics];
