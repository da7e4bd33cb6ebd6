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
  topic: ChannelTopic,
  policy: VisibilityPolicy,
  mutedUntil: number | null = null,
): Promise<boolean> {
  const before = await storePolicy(writer, accountId, topic, policy, mutedUntil);
  if (before === undefined) return false;
  if (before === VisibilityPolicy.muted || policy === VisibilityPolicy.muted)
    await emitMutedTopics(writer, accountId);
  emitPolicy(writer, accountId, topic, policy, mutedUntil);
  return true;
}

/** Ends the mutes of topics. The list of muted topics is emitted once. */
export async function unmuteTopics(
  writer: Writer,
  accountId: number,
  topics: readonly ChannelTopic[],
): Promise<void> {
  const changed: ChannelTopic[] = [];
  for (const topic of topics)
    if ((await storePolicy(writer, accountId, topic, VisibilityPolicy.inherit, null)) !== undefined)
      changed.push(topic);
  if (changed.length === 0) return;
  await emitMutedTopics(writer, accountId);
  for (const topic of changed) emitPolicy(writer, accountId, topic, VisibilityPolicy.inherit, null);
}

/** Stores a policy. Returns the policy before, as stored; undefined if nothing changed. */
async function storePolicy(
  writer: Writer,
  accountId: number,
  topic: ChannelTopic,
  policy: VisibilityPolicy,
  mutedUntil: number | null,
): Promise<number | undefined> {
  const row = await userTopic(writer, accountId, topic);
  const before = row?.visibility_policy ?? VisibilityPolicy.inherit;
  if (before === policy && (row?.muted_until ?? null) === mutedUntil) return undefined;
  await putPolicy(writer, accountId, topic, policy, mutedUntil);
  return before;
}

function emitPolicy(
  writer: Writer,
  accountId: number,
  { channelId, topic }: ChannelTopic,
  policy: VisibilityPolicy,
  mutedUntil: number | null,
): void {
  writer.emit(
    topicPolicyChanged([accountId], {
      stream_id: channelId,
      topic_name: topic,
      last_updated: writer.now,
      visibility_policy: policy,
      muted_until: mutedUntil,
    }),
  );
}
