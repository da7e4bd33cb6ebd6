// Posts a webhook's reply or an error about it. The messages are sent by the unit that removes the call from
// the outbox, so that nothing is posted twice.

import { sendDirectly, sendToChannel } from '../../actions/messages/send.ts';
import { directMessageUrl, messageUrl } from '../../markdown/narrow-url.ts';
import { type ComposedContent, normalizeContent } from '../../model/messages/message-content.ts';
import type { OutgoingMessage } from '../../model/messages/outgoing-message.ts';
import { checkedWidgetContent } from '../../model/messages/sent-widget.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import { type CallFailure, ownerText } from './call-failures.ts';
import type { WebhookReply } from './webhook-answer.ts';
import type { CalledWebhook } from './webhook-request.ts';

/** The client name of these messages. */
const CLIENT = 'OutgoingWebhookResponse';

function compose(
  call: CalledWebhook,
  reader: Reader,
  text: string,
  organizationUrl: string,
): Promise<ComposedContent> {
  const services = { state: call.state, reader, organizationUrl };
  return composeContent(services, normalizeContent(text), writtenBy(call.bot));
}

function send(
  writer: Writer,
  { message: { channel_id: channelId }, conversation }: CalledWebhook,
  message: OutgoingMessage,
): Promise<unknown> {
  if (channelId !== null) return sendToChannel(writer, channelId, conversation.topic_name, message);
  return sendDirectly(writer, peopleOf(conversation.direct_key ?? ''), message);
}

function outgoing(call: CalledWebhook, content: ComposedContent, widget?: string): OutgoingMessage {
  return {
    senderId: call.bot.id,
    client: CLIENT,
    content,
    isReadBySender: true,
    kind: 'webhook answer',
    widget,
  };
}

/** A unit that posts the reply in the conversation that triggered the webhook. @throws ApiError as for any message */
export async function replyUnit(
  call: CalledWebhook,
  reader: Reader,
  { content, widget }: WebhookReply,
  organizationUrl: string,
): Promise<(writer: Writer) => Promise<void>> {
  const checked = widget === undefined ? undefined : checkedWidgetContent(widget);
  const message = outgoing(call, await compose(call, reader, content, organizationUrl), checked);
  return async (writer) => {
    await send(writer, call, message);
  };
}

/** The address of the message that triggered the webhook. */
function triggerUrl({ state, message, conversation }: CalledWebhook): string {
  const { channel_id: id } = message;
  if (id === null) return directMessageUrl(peopleOf(conversation.direct_key ?? ''), message.id);
  return messageUrl({ id, name: state.channel(id)?.name ?? '' }, conversation.topic_name, message.id);
}

/** Units that report a failed call: in the conversation, and to the bot's owner. */
export async function failureUnits(
  call: CalledWebhook,
  reader: Reader,
  failure: CallFailure,
  organizationUrl: string,
): Promise<readonly ((writer: Writer) => Promise<void>)[]> {
  const inConversation = await replyUnit(call, reader, { content: failure.publicText }, organizationUrl);
  const owner = call.bot.botOwnerId === null ? undefined : call.state.account(call.bot.botOwnerId);
  if (!owner?.isActive) return [inConversation];
  const text = ownerText(failure, call.bot.fullName, `${organizationUrl}/${triggerUrl(call)}`);
  const message = outgoing(call, await compose(call, reader, text, organizationUrl));
  const toOwner = async (writer: Writer) => {
    await sendDirectly(writer, [owner.id], message);
  };
  return [inConversation, toOwner];
}
