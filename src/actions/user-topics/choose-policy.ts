// A topic policy that the account chose. It counts toward the quota if the topic had none.

import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { policyFor } from '../../stores/user-topics/user-topic-store.ts';
import { setTopicPolicy } from './set-policy.ts';

/**
 * Sets the policy that an account chose for a topic, and when a mute ends, in seconds since 1970; null for never.
 * @throws `QUOTA_EXCEEDED` if it has too many
 */
export async function chooseTopicPolicy(
  writer: Writer,
  accountId: number,
  topic: ChannelTopic,
  policy: VisibilityPolicy,
  mutedUntil: number | null = null,
): Promise<void> {
  const before = await policyFor(writer, accountId, topic.channelId, topic.topic);
  if (before === VisibilityPolicy.inherit && policy !== VisibilityPolicy.inherit)
    await takeQuota(await readCreator(writer, accountId), 'topic_settings');
  await setTopicPolicy(writer, accountId, topic, policy, mutedUntil);
}
