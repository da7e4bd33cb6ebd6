// The order and the filter of the topics with a setting of their own.

import type { Section, State } from '../../client/state/state.ts';
import { channelName } from '../store/names.ts';

export type TopicSetting = Section<'user_topics'>[number];

/** The channels of some topics, by name. */
export function channelsOfTopics(state: State, topics: readonly TopicSetting[]) {
  return [...new Set(topics.map(({ stream_id }) => stream_id))]
    .map((id) => ({ id, name: channelName(state, id) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The topics of the chosen channel, by name; or if it has none, those of all channels, by channel and name. */
export function shownTopics(state: State, topics: readonly TopicSetting[], channelId: number | undefined) {
  const ofChannel = topics.filter(({ stream_id }) => stream_id === channelId);
  const name = ({ stream_id }: TopicSetting) => channelName(state, stream_id);
  return [...(ofChannel.length > 0 ? ofChannel : topics)].sort(
    (a, b) => name(a).localeCompare(name(b)) || a.topic_name.localeCompare(b.topic_name),
  );
}
