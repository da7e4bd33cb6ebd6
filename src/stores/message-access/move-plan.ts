// Plans a move: which messages go where, and whether the actor may move them. Makes the checks of a request
// to change topic or channel in the reference server's order, from the tables as the unit of work sees them.

import { badRequest, invalidChannelId } from '../../api-contract/error.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { mayReadChannel, mayReadFullHistory } from '../../model/channels/channel-access.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import type { PropagateMode } from '../../model/messages/edit-rules.ts';
import type { MovedMessage, MovePlan } from '../../model/messages/move-plan.ts';
import {
  checkMayChangeTopic,
  checkTargetAge,
  checkWholeTopicAge,
  type MoveLimits,
  resolutionChange,
  wholeTopicLimit,
} from '../../model/messages/move-rules.ts';
import { checkTopicPolicy } from '../../model/messages/posting-rules.ts';
import { textKey } from '../../model/text-key.ts';
import { accountById } from '../accounts/account-store.ts';
import type { ActorContext } from '../actor-context.ts';
import { channelMembershipNow } from '../channel-access/channel-membership.ts';
import { tableLookup } from '../channel-access/lookup.ts';
import { channelById } from '../channels/channel-store.ts';
import { topicConversation } from '../conversations/conversation-store.ts';
import { ActorPermissions } from '../groups/actor-permissions.ts';
import { messageIdsFrom } from '../messages/change-store.ts';
import { messageHeads } from '../messages/message-store.ts';
import { type AccessibleMessage, readableHeads } from './message-access.ts';

/** The requested move; values equal to the current ones are left out. */
export interface RequestedMove {
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly propagateMode: PropagateMode;
}

/** The actor of a move, with the permissions that decide it. */
export interface Mover extends ActorContext {
  readonly permissions: ActorPermissions;
}

/** Checks that the actor may make a move and returns what it does. @throws when it is not allowed */
export async function planMove(
  mover: Mover,
  message: AccessibleMessage,
  requested: RequestedMove,
): Promise<MovePlan> {
  const { row, conversation, channel } = message;
  if (!channel) throw badRequest('Direct messages cannot be moved to channels.');
  const target =
    requested.channelId === undefined ? channel : await targetChannel(mover, requested.channelId);
  const topic = requested.topic ?? conversation.topic_name;
  const kind =
    requested.topic === undefined ? undefined : resolutionChange(conversation.topic_name, requested.topic);
  const limits = moveLimits(mover, requested, kind !== undefined);
  const age = mover.writer.now - row.sent_at;
  if (requested.topic !== undefined) {
    await checkTopicPermissions(mover, channel, target, kind !== undefined);
    checkTargetAge({ ...limits, channelSeconds: undefined }, requested.propagateMode, age);
  }
  if (requested.channelId !== undefined) {
    await checkChannelPermissions(mover, channel, target);
    checkTargetAge({ ...limits, topicSeconds: undefined }, requested.propagateMode, age);
  }
  checkTopicPolicy(target.topicsPolicy, mover.organization.settings.topics_policy, topic);
  const existing = await topicConversation(mover.writer, target.id, topic);
  if (!existing?.last_message_id && !(kind && target.id === channel.id)) {
    await checkMayCreateTopic(mover, target);
  }
  const isRespelling = target.id === channel.id && textKey(topic) === conversation.topic_key;
  // A topic has one spelling, so respelling it changes the whole topic.
  const mode = isRespelling ? 'change_all' : requested.propagateMode;
  const all = await messageIdsFrom(mover.writer, conversation.id);
  const messages = await movedMessages(mover, message, mode, all);
  if (requested.propagateMode === 'change_all') {
    checkWholeTopicAge(wholeTopicLimit(limits), messages, mover.writer.now);
  }
  const movedIds = new Set(messages.map(({ id }) => id));
  return {
    from: { channel, conversation },
    to: { channel: target, topic },
    target: existing,
    messages,
    respelledIds: isRespelling ? all.filter((id) => !movedIds.has(id)) : [],
    isWhole: messages.length === all.length,
    resolution: kind,
    propagateMode: requested.propagateMode,
  };
}

/** How old the moved messages may be; resolving or unresolving a topic is exempt from the topic's limit. */
function moveLimits(
  { organization: { settings }, account }: Mover,
  { topic, channelId }: RequestedMove,
  isResolution: boolean,
): MoveLimits {
  const { move_messages_within_stream_limit_seconds: topicSeconds } = settings;
  const { move_messages_between_streams_limit_seconds: channelSeconds } = settings;
  return {
    isModerator: account.role <= Role.moderator,
    topicSeconds: topic === undefined || isResolution ? undefined : topicSeconds,
    channelSeconds: channelId === undefined ? undefined : channelSeconds,
  };
}

async function targetChannel(mover: Mover, id: number): Promise<Channel> {
  const channel = await channelById(mover.writer, id);
  if (!channel || channel.isArchived) throw invalidChannelId();
  const membership = await channelMembershipNow(mover, channel);
  if (!mayReadChannel(channel, membership)) throw invalidChannelId();
  return channel;
}

async function checkTopicPermissions(
  { permissions, account }: Mover,
  from: Channel,
  to: Channel,
  isResolution: boolean,
): Promise<void> {
  const inEither = async (name: ChannelGroupSetting) =>
    (await permissions.inChannel(from, name)) ||
    (to.id !== from.id && (await permissions.inChannel(to, name)));
  checkMayChangeTopic({
    isResolution,
    mayResolve:
      (await permissions.inOrganization('can_resolve_topics_group')) ||
      (await inEither('can_resolve_topics_group')),
    mayMoveTopics:
      account.role <= Role.administrator ||
      (await permissions.inOrganization('can_move_messages_between_topics_group')) ||
      (await inEither('can_administer_channel_group')) ||
      (await inEither('can_move_messages_within_channel_group')),
  });
}

async function checkChannelPermissions(mover: Mover, from: Channel, to: Channel): Promise<void> {
  const { permissions, account } = mover;
  const mayMoveOut =
    account.role <= Role.administrator ||
    (await permissions.inOrganization('can_move_messages_between_channels_group')) ||
    (await permissions.inChannel(from, 'can_administer_channel_group')) ||
    (await permissions.inChannel(from, 'can_move_messages_out_of_channel_group'));
  if (!mayMoveOut) throw badRequest("You don't have permission to move this message");
  if (!(await mayWithOwner(mover, to, 'can_send_message_group'))) {
    throw badRequest('You do not have permission to post in this channel.');
  }
}

async function checkMayCreateTopic(mover: Mover, channel: Channel): Promise<void> {
  if (await mayWithOwner(mover, channel, 'can_create_topic_group')) return;
  throw badRequest('You do not have permission to create new topics in this channel.');
}

/** Whether the actor or, for a bot, its owner has the permission in the channel. */
async function mayWithOwner(mover: Mover, channel: Channel, name: ChannelGroupSetting): Promise<boolean> {
  const { writer, organization, account, permissions } = mover;
  if (await permissions.inChannel(channel, name)) return true;
  const owner = account.botOwnerId === null ? undefined : await accountById(writer, account.botOwnerId);
  return (
    owner !== undefined &&
    new ActorPermissions({ writer, organization, account: owner }).inChannel(channel, name)
  );
}

/** The messages selected by the mode that the actor can see, ascending. */
async function movedMessages(
  mover: Mover,
  { row, channel }: AccessibleMessage,
  mode: PropagateMode,
  all: readonly number[],
): Promise<readonly MovedMessage[]> {
  if (mode === 'change_one' || !channel) return [row];
  const selected = mode === 'change_all' ? all : all.filter((id) => id >= row.id);
  const membership = await channelMembershipNow(mover, channel);
  if (mayReadFullHistory(channel, membership)) return messageHeads(mover.writer, selected);
  return readableHeads(tableLookup(mover), selected, 'modify');
}
