// Sets an account's visibility policy for a topic inside a unit of work, and emits it to the account's
// clients.

import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { mutedTopicsChanged, topicPolicyChanged } from '../../model/user-topics/user-topic-events.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { mutedTopicsOf, putPolicy, userTopic } from '../../stores/user-topics/user-topic-store.ts';

/** Emits the legacy event: the whole list of muted topics. */
export async function emitMutedTopics(writer: Writer, accountId: number): Promise<void> {
  const topics = (await mutedTopicsOf(writer, accountId)).map((row) => ({
    channelId: row.channel_id,
    topic: row.topic_name,
    mutedAt: row.updated_at,
  }));
  writer.emit(mutedTopicsChanged(accountId, topics));
}

/**
 * Sets a policy, and when a mute ends, in seconds since 1970; null for never. Returns whether something changed. Without a
 * change nothing is emitted.
 */
export async function setTopicPolicy(
  writer: Writer,
  accountId: number,
  { channelId, topic }: ChannelTopic,
  policy: VisibilityPolicy,
  mutedUntil: number | null = null,
): Promise<boolean> {
  const row = await userTopic(writer, accountId, { channelId, topic });
  const before = row?.visibility_policy ?? VisibilityPolicy.inherit;
  if (before === policy && (row?.muted_until ?? null) === mutedUntil) return false;
  await putPolicy(writer, accountId, { channelId, topic }, policy, mutedUntil);
  if (before !== policy && (before === VisibilityPolicy.muted || policy === VisibilityPolicy.muted))
    await emitMutedTopics(writer, accountId);
  writer.emit(
    topicPolicyChanged([accountId], {
      stream_id: channelId,
      topic_name: topic,
      last_updated: writer.now,
      visibility_policy: policy,
      muted_until: mutedUntil,
    }),
  );
  return true;
}
