// Views of topic policies: with the client's name for the empty topic, and the legacy list of muted topics
// for clients that do not request the newer events.

import { extraOf } from '../../api-contract/event.ts';
import { maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type {
  MutedTopicsExtra,
  mutedTopicsEvent,
  userTopicEvent,
} from '../../model/user-topics/user-topic-events.ts';
import { channelRelation } from '../../queries/channels/channel-relation.ts';
import type { CompletingViewOf, ViewOf } from './event-view.ts';

export const userTopicView: ViewOf<typeof userTopicEvent> = (entry, viewer) => ({
  ...entry.payload,
  topic_name: displayTopic(entry.payload.topic_name, viewer.options.capabilities.empty_topic_name),
});

/** Channels have their current names; only those that the account can still see are included. */
export const mutedTopicsView: CompletingViewOf<typeof mutedTopicsEvent> = (entry, viewer) => {
  if (viewer.options.eventTypes?.includes('user_topic')) return undefined;
  const { state, account, subscriptions, options } = viewer;
  const { topics } = extraOf<MutedTopicsExtra>(entry);
  const muted = topics.flatMap(({ channelId, topic, mutedAt }) => {
    const channel = state.channel(channelId);
    if (
      !channel ||
      !maySeeChannelMetadata(channel, channelRelation({ state, account, subscriptions }, channel))
    )
      return [];
    return [[channel.name, displayTopic(topic, options.capabilities.empty_topic_name), mutedAt]];
  });
  return { muted_topics: muted };
};
