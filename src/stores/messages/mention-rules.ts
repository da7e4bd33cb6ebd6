// Mentions of many accounts at once: who may make them, and which accounts they reach.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelWildcardForbidden, topicWildcardForbidden } from '../../model/messages/posting-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../actor-context.ts';
import { isAllowedNow } from '../groups/allowed-now.ts';
import { groupsReachedFrom } from '../groups/group-store.ts';
import { groupMembersAt } from '../groups/past-membership.ts';
import { topicParticipants } from './participants.ts';

/** Checks that the actor may mention a whole channel. The threshold counts active subscribers. */
export async function checkChannelWildcard(acting: ActorContext, channel: Channel): Promise<void> {
  if (channel.subscriberCount <= limits.wildcardMentionThreshold) return;
  const value = acting.organization.settings.can_mention_many_users_group;
  if (!(await isAllowedNow(acting, value))) throw channelWildcardForbidden();
}

/**
 * The topic's participants, whom @topic mentions.
 * @throws if there are too many of them for the sender to mention
 */
export async function mentionedParticipants(acting: ActorContext, conversationId: number): Promise<number[]> {
  const participants = await topicParticipants(acting.writer, conversationId);
  if (participants.length > limits.wildcardMentionThreshold) {
    const value = acting.organization.settings.can_mention_many_users_group;
    if (!(await isAllowedNow(acting, value))) throw topicWildcardForbidden();
  }
  return participants;
}

/** The groups that a message notifies. @throws if the sender may not mention one of them */
export async function mentionableGroups(
  acting: ActorContext,
  groupIds: readonly number[],
): Promise<number[]> {
  if (groupIds.length === 0) return [];
  const groups = await groupsReachedFrom(acting.writer, groupIds);
  const notified: number[] = [];
  for (const id of groupIds) {
    const group = groups.get(id);
    if (!group || group.isDeactivated) continue;
    const value = group.settings.can_mention_group;
    const isAllowed = acting.account.isSystemBot
      ? value === acting.organization.systemGroupIds['role:everyone']
      : await isAllowedNow(acting, value);
    if (!isAllowed) {
      throw badRequest(`You are not allowed to mention user group '${group.name}'.`);
    }
    notified.push(id);
  }
  return notified;
}

/** All members of the groups at a log position. */
export async function membersOf(
  writer: Writer,
  groupIds: readonly number[],
  sequence: number,
): Promise<number[]> {
  const members = new Set<number>();
  for (const id of groupIds)
    for (const member of await groupMembersAt(writer, id, sequence)) members.add(member);
  return [...members];
}
