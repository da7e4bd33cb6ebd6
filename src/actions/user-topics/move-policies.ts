// Moves accounts' policies along with a whole topic. Where it joins another topic, the more visible of the
// two policies applies. Accounts that cannot see the new channel keep none. Statements and events are per
// policy, not per account.

import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { topicPolicyChanged } from '../../model/user-topics/user-topic-events.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { subscribersAmong } from '../../stores/subscriptions/subscription-store.ts';
import {
  type AccountPolicy,
  policiesOfTopic,
  replacePolicies,
} from '../../stores/user-topics/topic-policy-store.ts';
import { emitMutedTopics } from './set-policy.ts';

/** The policy for two topics that become one. */
function mergedPolicy(a: VisibilityPolicy, b: VisibilityPolicy): VisibilityPolicy {
  const { muted, unmuted, followed, inherit } = VisibilityPolicy;
  const order = [followed, unmuted, inherit, muted];
  return order.find((policy) => a === policy || b === policy) ?? inherit;
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
  const changed = new Map<VisibilityPolicy, number[]>();
  for (const id of concerned.keys()) {
    const before = target.get(id)?.policy ?? VisibilityPolicy.inherit;
    const moved = source.get(id)?.policy ?? VisibilityPolicy.inherit;
    const after = remaining.has(id) ? (joins ? mergedPolicy(moved, before) : moved) : before;
    if (after === before) continue;
    const present = changed.get(after);
    if (present) present.push(id);
    else changed.set(after, [id]);
  }
  const muters = new Set<number>();
  for (const [id, { policy }] of [...source, ...target])
    if (policy === VisibilityPolicy.muted) muters.add(id);
  for (const [policy, ids] of changed) await replacePolicies(writer, to, policy, ids);
  await replacePolicies(writer, from, VisibilityPolicy.inherit, [...source.keys()]);
  for (const id of muters) if (concerned.has(id)) await emitMutedTopics(writer, id);
  emitPolicy(writer, from, VisibilityPolicy.inherit, [...source.keys()]);
  for (const [policy, ids] of changed) emitPolicy(writer, to, policy, ids);
}

async function accountsThatSee(
  writer: Writer,
  channel: Channel,
  people: ReadonlyMap<number, AccountPolicy>,
): Promise<ReadonlySet<number>> {
  if (channel.isWebPublic) return new Set(people.keys());
  const seeing = new Set(await subscribersAmong(writer, channel.id, [...people.keys()]));
  if (channel.isPrivate) return seeing;
  for (const [id, { role }] of people) if (role !== Role.guest) seeing.add(id);
  return seeing;
}

function emitPolicy(
  writer: Writer,
  topic: ChannelTopic,
  policy: VisibilityPolicy,
  ids: readonly number[],
): void {
  if (ids.length === 0) return;
  writer.emit(
    topicPolicyChanged(ids, {
      stream_id: topic.channelId,
      topic_name: topic.topic,
      last_updated: writer.now,
      visibility_policy: policy,
    }),
  );
}
