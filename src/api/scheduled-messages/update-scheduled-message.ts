// PATCH /scheduled_messages/{scheduled_message_id}: changes the content, destination or time of a scheduled message.

import { changeScheduledMessage, unchangeable } from '../../actions/scheduled-messages/change.ts';
import { id, integer, messageText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import {
  channelDestination,
  checkIsInFuture,
  type MessageDestination,
  type ScheduledMessageRow,
} from '../../model/scheduled-messages/scheduled-message.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { scheduledMessageById } from '../../stores/scheduled-messages/scheduled-message-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import {
  channelTopicDestination,
  isForChannel,
  messageType,
  peopleDestination,
  recipients,
  topicOf,
  topicText,
} from './destination-parameters.ts';

interface SentDestination {
  readonly type: 'direct' | 'channel' | 'stream' | 'private' | undefined;
  readonly to: number | readonly number[] | undefined;
  readonly topic: string | undefined;
}

/** The new destination; undefined if it does not change. The topic of direct messages is ignored. */
async function newDestination(
  context: WriteContext,
  scheduled: ScheduledMessageRow,
  { type, to, topic }: SentDestination,
): Promise<MessageDestination | undefined> {
  const isChannel = type === undefined ? scheduled.channel_id !== null : isForChannel(type);
  if (!isChannel) return to === undefined ? undefined : peopleDestination(context, to);
  if (to === undefined) {
    if (topic === undefined || scheduled.channel_id === null) return undefined;
    return channelDestination(scheduled.channel_id, topicOf(topic));
  }
  return channelTopicDestination(
    context,
    to,
    topic === undefined && type === undefined ? scheduled.topic : topicOf(topic),
  );
}

export const updateScheduledMessage = writeOperation({
  name: 'update-scheduled-message',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  summary: 'Change a scheduled message.',
  since: 184,
  access: 'account',
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  parameters: {
    scheduled_message_id: required(id, 'The ID of the scheduled message.'),
    type: optionally(
      messageType,
      'The type of the message. Requires `to`, and `topic` for channel messages.',
    ),
    to: optionally(recipients, 'The ID of the channel, or the IDs of the recipients.'),
    content: optionally(messageText, 'The content, in Markdown.'),
    topic: optionally(topicText, 'The topic, for channel messages.'),
    scheduled_delivery_timestamp: optionally(
      integer(),
      'The time to send the message, in seconds since 1970. Required if sending has failed.',
    ),
  },
  result: {},
  async handle(context, values) {
    const { actor, reader, organizationUrl } = context;
    const { scheduled_message_id, type, to, topic, scheduled_delivery_timestamp: dueAt } = values;
    const changes = [type, to, topic, values.content, dueAt];
    if (changes.every((value) => value === undefined)) throw badRequest('Nothing to change');
    if (type !== undefined && to === undefined) {
      throw badRequest('Recipient required when updating type of scheduled message.');
    }
    if (type !== undefined && isForChannel(type) && topic === undefined) {
      throw badRequest('Topic required when updating scheduled message type to channel.');
    }
    if (dueAt !== undefined) checkIsInFuture(dueAt);
    const scheduled = await scheduledMessageById(reader, actor.account.id, scheduled_message_id);
    if (!scheduled) throw await unchangeable(reader, actor.account.id, scheduled_message_id);
    const destination = await newDestination(context, scheduled, { type, to, topic });
    const source = values.content === undefined ? scheduled.content : normalizeContent(values.content);
    const content = await composeContent(context, source, writtenBy(actor.account));
    await context.write((writer) =>
      changeScheduledMessage(writer, scheduled.id, {
        senderId: actor.account.id,
        client: actor.client,
        organizationUrl,
        destination,
        content,
        isNewContent: values.content !== undefined,
        dueAt,
      }),
    );
    return {};
  },
});
