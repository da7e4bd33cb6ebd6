// Moves accounts' policies along with a whole topic. Where it joins another topic, the more visible of the
// two policies applies. Accounts that cannot see the new channel keep none. Statements and events are per
// policy and end of a mute, not per account.

import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { topicPolicyChanged } from '../../model/user-topics/user-topic-events.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountsThatSee } from '../../stores/channel-access/accounts-that-see.ts';
import {
  type PeriodPolicy,
  policiesOfTopic,
  replacePolicies,
} from '../../stores/user-topics/topic-policy-store.ts';
import { emitMutedTopics } from './set-policy.ts';

const none: PeriodPolicy = { policy: VisibilityPolicy.inherit, mutedUntil: null };
/** From the most visible to the least. */
const order: readonly VisibilityPolicy[] = [
  VisibilityPolicy.followed,
  VisibilityPolicy.unmuted,
  VisibilityPolicy.inherit,
  VisibilityPolicy.muted,
];

/** The policy for two topics that become one. Of two mutes, the one of the current topic stays. */
function mergedPolicy(moved: PeriodPolicy, existing: PeriodPolicy): PeriodPolicy {
  return order.indexOf(moved.policy) < order.indexOf(existing.policy) ? moved : existing;
}

/** Moves policies; `joins` is true if the new topic already had messages. */
export async function movePolicies(
  writer: Writer,
  from: ChannelTopic,
  to: ChannelTopic & { readonly channel: Channel },
  joins: boolean,
): Promise<void> {
  const source = await policiesOfTopic(writer, from);
  const target = await policiesOfTopic(writer, to);
  const concerned = new Map([...source, ...(joins ? target : [])]);
  if (concerned.size === 0) return;
  const remaining = await accountsThatSee(writer, to.channel, concerned);
  const changed = new Map<string, { readonly to: PeriodPolicy; readonly ids: number[] }>();
  for (const id of concerned.keys()) {
    const before = target.get(id) ?? none;
    const moved = source.get(id) ?? none;
    const after = remaining.has(id) ? (joins ? mergedPolicy(moved, before) : moved) : before;
    if (after.policy === before.policy && after.mutedUntil === before.mutedUntil) continue;
    const key = `${after.policy} ${after.mutedUntil}`;
    const group = changed.get(key);
    if (group) group.ids.push(id);
    else changed.set(key, { to: after, ids: [id] });
  }
  const muters = new Set<number>();
  for (const [id, { policy }] of [...source, ...target])
    if (policy === VisibilityPolicy.muted) muters.add(id);
  for (const { to: policy, ids } of changed.values()) await replacePolicies(writer, to, policy, ids);
  await replacePolicies(writer, from, none, [...source.keys()]);
  for (const id of muters) if (concerned.has(id)) await emitMutedTopics(writer, id);
  emitPolicy(writer, from, none, [...source.keys()]);
  for (const { to: policy, ids } of changed.values()) emitPolicy(writer, to, policy, ids);
}

function emitPolicy(
  writer: Writer,
  topic: ChannelTopic,
  { policy, mutedUntil }: PeriodPolicy,
  ids: readonly number[],
): void {
  if (ids.length === 0) return;
  writer.emit(
    topicPolicyChanged(ids, {
      stream_id: topic.channelId,
      topic_name: topic.topic,
      last_updated: writer.now,
      visibility_policy: policy,
      muted_until: mutedUntil,
    }),
  );
}
