// Who may send what where. Pure rules over facts that the sender's unit of work has read; the order of the
// checks is the reference's, since it decides which refusal a client sees.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { Role } from '../accounts/roles.ts';
import type { Channel, TopicsPolicy } from '../channels/channel.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from './topic.ts';

/** What is known of a sender with regard to the channel they write to. */
export interface ChannelPosting {
  readonly channel: Channel;
  readonly role: Role;
  readonly isSystemBot: boolean;
  readonly canForgeSender: boolean;
  /** In `can_send_message_group`; for bots also when their owner is. */
  readonly isInSendGroup: boolean;
  readonly isSubscribed: boolean;
  /** For bots: whether their owner is subscribed. */
  readonly isOwnerSubscribed: boolean;
  /** In one of the groups that may come into the channel at any time. */
  readonly isInGrantingGroup: boolean;
}

function notAuthorized(channel: Channel): ApiError {
  return badRequest(`Not authorized to send to channel '${channel.name}'`);
}

/** Refuses a sender who may not write to a channel. */
export function checkMayPost(posting: ChannelPosting): void {
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

/** Refuses a topic that the channel's policy rules out; `inherit` follows the organization's. */
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

/** What is known of direct messages between a sender and others. */
export interface DirectPosting {
  readonly isSenderBot: boolean;
  /** Everyone written to is a bot, or the sender. */
  readonly isToBotsOnly: boolean;
  /** Somebody among sender and recipients is in `direct_message_permission_group`. */
  readonly includesAuthorizer: boolean;
  readonly isDisabled: boolean;
  readonly mayInitiate: boolean;
  readonly conversationExists: boolean;
}

/** Refuses direct messages that the organization's two settings rule out. */
export function checkMayWriteDirectly(posting: DirectPosting): void {
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

/** The refusal of a mention of everybody in a channel. */
export function channelWildcardRefused(): ApiError {
  return new ApiError(
    400,
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use channel wildcard mentions in this channel.',
  );
}

/** The refusal of a mention of everybody who takes part in a topic. */
export function topicWildcardRefused(): ApiError {
  return new ApiError(
    400,
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use topic wildcard mentions in this topic.',
  );
}
