// Who may send which messages. The facts are read by the sender's unit of work. The checks are in the
// reference server's order, because it decides which error a client receives.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { Role } from '../accounts/roles.ts';
import type { Channel, TopicsPolicy } from '../channels/channel.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from './topic.ts';

/** The facts about a sender and a channel that the decision depends on. */
export interface ChannelPostingFacts {
  readonly channel: Channel;
  readonly role: Role;
  readonly isSystemBot: boolean;
  readonly canForgeSender: boolean;
  /** Whether the sender, or the owner of a sending bot, is in `can_send_message_group`. */
  readonly isInSendGroup: boolean;
  readonly isSubscribed: boolean;
  /** For bots: whether their owner is subscribed. */
  readonly isOwnerSubscribed: boolean;
  /** Whether the sender is in a group whose members may subscribe at any time. */
  readonly isInGrantingGroup: boolean;
}

function notAuthorized(channel: Channel): ApiError {
  return badRequest(`Not authorized to send to channel '${channel.name}'`);
}

/** Refuses a sender that may not post in a channel. */
export function checkMayPost(posting: ChannelPostingFacts): void {
  const { channel } = posting;
  if (!posting.isSystemBot && !posting.isInSendGroup) {
    throw badRequest('You do not have permission to post in this channel.');
  }
  if (channel.isArchived) throw notAuthorized(channel);
  if (posting.isSystemBot || channel.isWebPublic || posting.isSubscribed || posting.canForgeSender) return;
  if (posting.role !== Role.guest && !channel.isPrivate) return;
  if (posting.isOwnerSubscribed) return;
  if (channel.isHistoryPublic && posting.role !== Role.guest && posting.isInGrantingGroup) return;
  throw notAuthorized(channel);
}

/** Refuses a topic that the channel's policy forbids; `inherit` uses the organization's policy. */
export function checkTopicPolicy(policy: TopicsPolicy, organizationPolicy: string, topic: string): void {
  const effective = policy === 'inherit' ? organizationPolicy : policy;
  const extra = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
  if (effective === 'disable_empty_topic' && topic === '') {
    throw badRequest(
      `Sending messages to the ${EMPTY_TOPIC_DISPLAY_NAME} is not allowed in this channel.`,
      extra,
    );
  }
  if (effective === 'empty_topic_only' && topic !== '') {
    throw badRequest(`Only the ${EMPTY_TOPIC_DISPLAY_NAME} topic is allowed in this channel.`, extra);
  }
}

/** The facts about a direct message that the decision depends on. */
export interface DirectPostingFacts {
  readonly isSenderBot: boolean;
  /** Whether all recipients are bots or the sender. */
  readonly isToBotsOnly: boolean;
  /** Whether the sender or a recipient is in `direct_message_permission_group`. */
  readonly includesAuthorizer: boolean;
  readonly isDisabled: boolean;
  readonly mayInitiate: boolean;
  readonly conversationExists: boolean;
}

/** Refuses direct messages that the organization's two settings forbid. */
export function checkMaySendDirectMessage(posting: DirectPostingFacts): void {
  if (posting.isSenderBot || posting.isToBotsOnly) return;
  if (!posting.includesAuthorizer) {
    throw badRequest(
      posting.isDisabled
        ? 'Direct messages are disabled in this organization.'
        : 'This conversation does not include any users who can authorize it.',
    );
  }
  if (!posting.mayInitiate && !posting.conversationExists) {
    throw badRequest('You do not have permission to initiate direct message conversations.');
  }
}

/** The error for a forbidden mention of everyone in a channel. */
export function channelWildcardForbidden(): ApiError {
  return new ApiError(
    400,
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use channel wildcard mentions in this channel.',
  );
}

/** The error for a forbidden mention of all participants of a topic. */
export function topicWildcardForbidden(): ApiError {
  return new ApiError(
    400,
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use topic wildcard mentions in this topic.',
  );
}
