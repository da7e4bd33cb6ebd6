// POST /messages: sends a message to a channel or directly to people.

import { sendDirectly, sendToChannel } from '../../actions/messages/send.ts';
import {
  anyOf,
  anyText,
  boolean,
  id,
  integer,
  list,
  messageText,
  oneOf,
  optional,
  shortText,
  text,
} from '../../api-contract/codec.ts';
import {
  ApiError,
  badRequest,
  channelIdDoesNotExist,
  channelNameDoesNotExist,
} from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { directMessageUrl, messageUrl } from '../../markdown/narrow-url.ts';
import { isReadBySenderByDefault } from '../../model/messages/interactive-clients.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { channelMessageLink } from '../../model/messages/message-link.ts';
import type { LocalEcho, OutgoingMessage, SentMessage } from '../../model/messages/outgoing-message.ts';
import { checkedWidgetContent } from '../../model/messages/sent-widget.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { undeliveredNotice } from '../../notices/bot-message-undelivered.ts';
import { accountsOf, channelOfRecipient, type Recipient } from '../../queries/messages/recipients.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import { messageSentBefore, sendOnce } from '../../stores/messages/send-deduplication.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

const recipients = anyOf(
  'is not a valid recipient',
  // First, so that a quoted number is a channel's name and not an id.
  shortText,
  id,
  list(anyOf('is not a recipient', id, shortText), 1000),
);

export const sendMessage = writeOperation({
  name: 'send-message',
  method: 'POST',
  path: '/messages',
  summary: 'Send a channel message or direct message.',
  access: 'account',
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  parameters: {
    type: required(
      oneOf('direct', 'channel', 'stream', 'private'),
      'The type of the message. `private` is an older name for `direct`, and `stream` for `channel`.',
    ),
    to: required(recipients, 'The channel, by name or ID, or the recipients, by ID or email address.', {
      encoding: 'either',
    }),
    content: required(messageText, 'The content, in Markdown.'),
    topic: optionally(shortText, 'The topic. Required for channel messages.', { aliases: ['subject'] }),
    queue_id: optionally(
      shortText,
      "The ID of the sender's event queue, which receives `local_id` with the message. If both were sent before, " +
        'nothing is sent, and the response names the earlier message.',
      {
        encoding: 'either',
      },
    ),
    local_id: optionally(
      text({ maximum: limits.localIdCodePoints }),
      'An identifier of the message, chosen by the client.',
    ),
    widget_content: optionally(
      text({ maximum: limits.messageCodePoints }),
      'The widget to show with the message, as JSON. By default, it depends on the content.',
    ),
    read_by_sender: optionally(
      boolean,
      'Whether to mark the message as read for the sender. Defaults to true for clients that people use.',
      { since: 236 },
    ),
  },
  result: {
    id,
    message_url: anyText,
    message_link: anyText,
    automatic_new_visibility_policy: optional(integer()),
  },
  async handle(context, values) {
    const { actor } = context;
    const localEcho = localEchoOf(values);
    const earlierMessage =
      localEcho && (await messageSentBefore(context.reader, actor.account.id, localEcho));
    if (earlierMessage) return links(context, earlierMessage);
    const source = normalizeContent(values.content);
    const content = await composeContent(context, source, writtenBy(actor.account));
    const message: OutgoingMessage = {
      senderId: actor.account.id,
      client: actor.client,
      content,
      isReadBySender: values.read_by_sender ?? isReadBySenderByDefault(actor.client),
      localEcho,
      widget: values.widget_content === undefined ? undefined : checkedWidgetContent(values.widget_content),
    };
    const requester = await context.requester();
    if (values.type === 'direct' || values.type === 'private') {
      const ids = accountsOf(requester, values.to);
      const sentMessage = await context.write((writer) =>
        sendOnce(writer, message, () => sendDirectly(writer, ids, message)),
      );
      return links(context, sentMessage);
    }
    const channel = await channelOfRecipient(requester, values.to);
    if (!channel) throw await unknownChannel(context, values.to);
    if (values.topic === undefined) throw badRequest('Missing topic');
    const topic = normalizeTopic(values.topic);
    const sentMessage = await context.write((writer) =>
      sendOnce(writer, message, () => sendToChannel(writer, channel.id, topic, message)),
    );
    if (channel.subscriberCount === 0) await notifyOwnerUnreachable(context, channel.name, 'empty');
    const policy = sentMessage.visibilityPolicy;
    return {
      ...links(context, sentMessage),
      ...(policy !== undefined && { automatic_new_visibility_policy: policy }),
    };
  },
});

function localEchoOf(sent: {
  queue_id?: string | undefined;
  local_id?: string | undefined;
}): LocalEcho | undefined {
  const { queue_id: queueId, local_id: localId } = sent;
  return queueId === undefined || localId === undefined ? undefined : { queueId, localId };
}

/** The error for a channel that does not exist, or that the sender may not know of. A bot's owner is notified too. */
async function unknownChannel(context: WriteContext, to: Recipient): Promise<ApiError> {
  const [first = ''] = Array.isArray(to) ? to : [to];
  await notifyOwnerUnreachable(context, String(first), 'missing');
  return typeof first === 'number' ? channelIdDoesNotExist(first) : channelNameDoesNotExist(String(first));
}

/**
 * Notifies a bot's owner that its messages reach no one, because bots do not read errors. If the owner cannot
 * be notified, the bot still gets its success: the message was sent and must not be sent again.
 */
async function notifyOwnerUnreachable(
  context: WriteContext,
  channelName: string,
  reason: 'missing' | 'empty',
): Promise<void> {
  const { account } = context.actor;
  if (!account.isBot) return;
  const sendNotice = await undeliveredNotice(context, account, channelName, reason);
  if (!sendNotice) return;
  await context.write(sendNotice).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

function links(
  { organizationUrl }: WriteContext,
  sent: SentMessage,
): { id: number; message_url: string; message_link: string } {
  if (!sent.channel) {
    const path = directMessageUrl(peopleOf(sent.conversation.direct_key ?? ''), sent.id);
    const url = `${organizationUrl}/${path}`;
    return { id: sent.id, message_url: url, message_link: url };
  }
  const { id, name } = sent.channel;
  const url = `${organizationUrl}/${messageUrl({ id, name }, sent.conversation.topic_name, sent.id)}`;
  return {
    id: sent.id,
    message_url: url,
    message_link: channelMessageLink(name, sent.conversation.topic_name, url),
  };
}
