// The topics that are pinned for everyone in the channels that the viewer is subscribed to, in the snapshot.

import { displayTopic } from '../../model/messages/topic.ts';
import { wirePinnedTopics } from '../../model/pins/pinned-topics.ts';
import { pinnedTopicsOfSubscriber } from '../../stores/pins/pinned-topic-store.ts';
import type { SnapshotSection } from './section.ts';

const pinnedTopics: SnapshotSection = {
  gates: ['pinned_topics'],
  async fromDatabase({ account, options }, reader) {
    const rows = account ? await pinnedTopicsOfSubscriber(reader, account.id) : [];
    const displayedTopics = rows.map((row) => ({
      ...row,
      topic_name: displayTopic(row.topic_name, options.capabilities.empty_topic_name),
    }));
    const byChannel = Map.groupBy(displayedTopics, (row) => row.channel_id);
    return { pinned_topics: [...byChannel].map(([id, ofChannel]) => wirePinnedTopics(id, ofChannel)) };
  },
};

export const pinnedTopicSections: readonly SnapshotSection[] = [pinnedTopics];
