// Applies events of the viewer's topic policies, and looks policies up.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere } from './lists.ts';
import type { Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';

type TopicPolicy = Section<'user_topics'>[number];

/** Values of `visibility_policy`. */
export const TopicVisibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** The comparison key of a topic name: topics that differ only in case are the same. */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

/** The order of two policies of different topics. */
function compare(a: TopicPolicy, b: TopicPolicy): number {
  if (a.stream_id !== b.stream_id) return a.stream_id - b.stream_id;
  return a.topic_name.toUpperCase() < b.topic_name.toUpperCase() ? -1 : 1;
}

export const userTopic: Reducer<EventOf<'user_topic'>> = (state, event) =>
  withSection(state, 'user_topics', (policies) => {
    const { stream_id, topic_name, last_updated, visibility_policy, muted_until } = event;
    const key = topicKey(topic_name);
    const others = removeWhere(
      policies,
      (policy) => policy.stream_id === stream_id && topicKey(policy.topic_name) === key,
    );
    if (visibility_policy === TopicVisibility.inherit) return others;
    return insertSorted(
      others,
      { stream_id, topic_name, last_updated, visibility_policy, muted_until },
      compare,
    );
  });

/** The policy for a topic; `inherit` if none was set. */
export function topicPolicyOf(state: State, channelId: number, topic: string): number {
  const key = topicKey(topic);
  const policyEntry = state.user_topics?.find(
    (userTopic) => userTopic.stream_id === channelId && topicKey(userTopic.topic_name) === key,
  );
  return policyEntry?.visibility_policy ?? TopicVisibility.inherit;
}

/** Whether a topic is muted, directly or with its channel. */
export function isTopicMuted(state: State, channelId: number, topic: string): boolean {
  const policy = topicPolicyOf(state, channelId, topic);
  if (policy !== TopicVisibility.inherit) return policy === TopicVisibility.muted;
  return state.subscriptions?.find(({ stream_id }) => stream_id === channelId)?.is_muted ?? false;
}
