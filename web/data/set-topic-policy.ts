// Sets the viewer's policy for a topic: followed, muted, unmuted, or none.

import type { TopicVisibility } from '../../client/state/topics.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';

export interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

export type TopicPolicy = (typeof TopicVisibility)[keyof typeof TopicVisibility];

/**
 * Sets the viewer's policy for a topic (`TopicVisibility`); returns whether it was accepted.
 * @param until when a mute ends, in seconds since 1970; null for never
 */
export async function setTopicPolicy(
  { client }: Organization,
  { channelId, topic }: Topic,
  visibility_policy: TopicPolicy,
  until: number | null = null,
): Promise<boolean> {
  const end = until === null ? {} : { muted_until: until };
  const call = client.call('update-user-topic', { stream_id: channelId, topic, visibility_policy, ...end });
  return (await attempt(call)) !== undefined;
}
