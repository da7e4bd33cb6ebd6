// The viewer's settings for topics and channels, indexed for repeated lookups.

import type { State } from '../../client/state/state.ts';
import { TopicVisibility, topicKey } from '../../client/state/topics.ts';
import { memoize } from './memoized.ts';

export interface TopicPolicies {
  policyOf(channelId: number, topic: string): number;
  /** Directly or with its channel. */
  isMuted(channelId: number, topic: string): boolean;
  isFollowed(channelId: number, topic: string): boolean;
}

function policiesOf(userTopics: State['user_topics'], subscriptions: State['subscriptions']): TopicPolicies {
  const policies = new Map(
    (userTopics ?? []).map((userTopic) => [
      `${userTopic.stream_id} ${topicKey(userTopic.topic_name)}`,
      userTopic.visibility_policy,
    ]),
  );
  const muted = new Set(
    (subscriptions ?? [])
      .filter((subscription) => subscription.is_muted)
      .map((subscription) => subscription.stream_id),
  );
  const policyOf = (channelId: number, topic: string) =>
    policies.get(`${channelId} ${topicKey(topic)}`) ?? TopicVisibility.inherit;
  return {
    policyOf,
    isMuted(channelId, topic) {
      const policy = policyOf(channelId, topic);
      return policy === TopicVisibility.inherit ? muted.has(channelId) : policy === TopicVisibility.muted;
    },
    isFollowed: (channelId, topic) => policyOf(channelId, topic) === TopicVisibility.followed,
  };
}

const memoizedPolicies = memoize(policiesOf);

/** The policies of a state; the same object while they are unchanged. */
export function topicPolicies(state: State): TopicPolicies {
  return memoizedPolicies(state.user_topics, state.subscriptions);
}
