// The destination of a scheduled message in a request.

import { anyOf, id, list, oneOf, shortText } from '../../api-contract/codec.ts';
import { badRequest, channelIdDoesNotExist, missingParameter } from '../../api-contract/error.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import {
  channelDestination,
  directDestination,
  type MessageDestination,
} from '../../model/scheduled-messages/scheduled-message.ts';
import { accountsOf, channelOfRecipient } from '../../queries/messages/recipients.ts';
import type { WriteContext } from '../operation.ts';

export const messageType = oneOf('direct', 'channel', 'stream', 'private');
export const recipients = anyOf('is not an allowed_type', id, list(id, 1000));
export const topicText = shortText;

/** Whether a message's type, in the older or newer spelling, is for channels. */
export function isForChannel(type: 'direct' | 'channel' | 'stream' | 'private'): boolean {
  return type === 'channel' || type === 'stream';
}

/**
 * The topic as stored.
 * @throws for the empty topic, and for names that represent it
 */
export function topicOf(topic: string | undefined): string {
  if (topic === undefined) throw missingParameter('topic');
  const normalized = normalizeTopic(topic);
  if (normalized === '') throw badRequest("Topic can't be empty");
  return normalized;
}

/**
 * A topic of a channel.
 * @throws if the channel does not exist or the sender may not know of it
 */
export async function channelTopicDestination(
  context: WriteContext,
  to: number | readonly number[],
  topic: string,
): Promise<MessageDestination> {
  const channel = await channelOfRecipient(await context.requester(), to);
  if (!channel) throw channelIdDoesNotExist([to].flat()[0] ?? 0);
  return channelDestination(channel.id, topic);
}

/**
 * Recipients of a direct message.
 * @throws for accounts that do not exist or that the sender cannot see
 */
export async function peopleDestination(
  context: WriteContext,
  to: number | readonly number[],
): Promise<MessageDestination> {
  return directDestination(context.actor.account.id, accountsOf(await context.requester(), to));
}
