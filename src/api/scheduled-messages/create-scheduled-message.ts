// POST /scheduled_messages: schedules a message. (Specification E1.)

import { scheduleMessage } from '../../actions/scheduled-messages/change.ts';
import { boolean, id, integer, messageText } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { isReadBySenderByDefault } from '../../model/messages/interactive-clients.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import {
  checkIsInFuture,
  type MessageDestination,
  recipientsOf,
} from '../../model/scheduled-messages/scheduled-message.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { writeOperation } from '../operation.ts';
import {
  channelTopicDestination,
  isForChannel,
  messageType,
  peopleDestination,
  recipients,
  topicOf,
  topicText,
} from './destination-parameters.ts';

/** A message to the sender only is not marked as read, so that they notice it. */
function isForOthers(destination: MessageDestination, senderId: number): boolean {
  if (destination.channel_id !== null) return true;
  return recipientsOf(destination).some((recipient) => recipient !== senderId);
}

export const createScheduledMessage = writeOperation({
  name: 'create-scheduled-message',
  method: 'POST',
  path: '/scheduled_messages',
  summary: 'Schedule a message.',
  since: 179,
  access: 'account',
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  parameters: {
    type: required(
      messageType,
      'The type of the message. `private` is an older name for `direct`, and `stream` for `channel`.',
    ),
    to: required(recipients, 'The ID of the channel, or the IDs of the recipients.'),
    content: required(messageText, 'The content, in Markdown.'),
    topic: optionally(topicText, 'The topic. Required for channel messages.'),
    scheduled_delivery_timestamp: required(integer(), 'The time to send the message, in seconds since 1970.'),
    read_by_sender: optionally(
      boolean,
      'Whether to mark the message as read for the sender. Defaults to true for clients that people use.',
      { since: 236 },
    ),
  },
  result: { scheduled_message_id: id },
  async handle(context, values) {
    const { actor, organizationUrl } = context;
    const dueAt = values.scheduled_delivery_timestamp;
    const destination = isForChannel(values.type)
      ? await channelTopicDestination(context, values.to, topicOf(values.topic))
      : await peopleDestination(context, values.to);
    checkIsInFuture(dueAt);
    const source = normalizeContent(values.content);
    const content = await composeContent(context, source, writtenBy(actor.account));
    const byDefault = isReadBySenderByDefault(actor.client) && isForOthers(destination, actor.account.id);
    const newId = await context.write((writer) =>
      scheduleMessage(writer, {
        senderId: actor.account.id,
        client: actor.client,
        destination,
        content,
        dueAt,
        isReadBySender: values.read_by_sender ?? byDefault,
        organizationUrl,
      }),
    );
    return { scheduled_message_id: newId };
  },
});
