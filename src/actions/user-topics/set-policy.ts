// Sets an account's visibility policy for a topic inside a unit of work, and emits it to the account's
// clients.

import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { mutedTopicsChanged, topicPolicyChanged } from '../../model/user-topics/user-topic-events.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { mutedTopicsOf, policyFor, putPolicy } from '../../stores/user-topics/user-topic-store.ts';

/** Emits the legacy event: the whole list of muted topics. */
export async function emitMutedTopics(writer: Writer, accountId: number): Promise<void> {
  const topics = (await mutedTopicsOf(writer, accountId)).map((row) => ({
    channelId: row.channel_id,
    topic: row.topic_name,
    mutedAt: row.updated_at,
  }));
  writer.emit(mutedTopicsChanged(accountId, topics));
}

/** Sets a policy; returns whether it changed. An unchanged policy emits nothing. */
export async function setTopicPolicy(
  writer: Writer,
  accountId: number,
  { channelId, topic }: ChannelTopic,
  policy: VisibilityPolicy,
): Promise<boolean> {
  const before = await policyFor(writer, accountId, channelId, topic);
  if (before === policy) return false;
  await putPolicy(writer, accountId, { channelId, topic }, policy);
  if (before === VisibilityPolicy.muted || policy === VisibilityPolicy.muted) {
    await emitMutedTopics(writer, accountId);
  }
  writer.emit(
    topicPolicyChanged([accountId], {
      stream_id: channelId,
      topic_name: topic,
      last_updated: writer.now,
      visibility_policy: policy,
    }),
  );
  return true;
}
