// The views of `pinned_messages` and `pinned_topics`, with the client's name for the empty topic.

import { displayTopic } from '../../model/messages/topic.ts';
import type { pinnedMessagesEvent, pinnedTopicsEvent } from '../../model/pins/pin-events.ts';
import type { ViewOf } from './event-view.ts';

export const pinnedMessagesView: ViewOf<typeof pinnedMessagesEvent> = ({ payload }, { options }) =>
  payload.stream_id === null
    ? payload
    : { ...payload, topic: displayTopic(payload.topic, options.capabilities.empty_topic_name) };

export const pinnedTopicsView: ViewOf<typeof pinnedTopicsEvent> = ({ payload }, { options }) => ({
  ...payload,
  topics: payload.topics.map((one) => ({
    ...one,
    topic: displayTopic(one.topic, options.capabilities.empty_topic_name),
  })),
});
