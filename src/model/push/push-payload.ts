// The payload that is pushed to a device, before encryption: the organization and account it is for, and one
// message, messages whose notifications must be removed, or a test.

import { notificationText } from '../../markdown/notification-text.ts';

const CONTENT_CODE_POINTS = 200;
/** Encrypted and in Base64 it must fit into the 4096 bytes that Apple and Google allow. */
const PAYLOAD_BYTES = 2900;

export interface PushRecipient {
  readonly organizationUrl: string;
  readonly organizationName: string;
  readonly accountId: number;
}

export interface MessageSender {
  readonly id: number;
  readonly fullName: string;
  /** An absolute URL. */
  readonly avatarUrl: string;
}

export type PushedConversation =
  | {
      readonly kind: 'channel';
      readonly channelId: number;
      readonly channelName: string;
      readonly topic: string;
    }
  | { readonly kind: 'direct'; readonly accountIds: readonly number[] };

export interface PushedMessage {
  readonly id: number;
  readonly sentAt: number;
  readonly sender: MessageSender;
  readonly conversation: PushedConversation;
  /** As plain text, cut. */
  readonly content: string;
  /** The group through which the person is mentioned, if not by name. */
  readonly group: { readonly id: number; readonly name: string } | undefined;
  /** Whether it stands for its conversation, which came back from later; the content then says so. */
  readonly isReturn: boolean;
  /** Set while the person is called to the call that the message is about. */
  readonly ring?: PushedRing | undefined;
}

export interface PushedRing {
  readonly callId: number;
  /** When ringing ends, in seconds since 1970. */
  readonly until: number;
}

type Payload = Readonly<Record<string, unknown>>;

/** The visible text of rendered HTML, cut to 200 characters and an ellipsis. */
export function pushedContent(html: string): string {
  return shortened(notificationText(html));
}

/** A text, cut to 200 characters and an ellipsis. */
export function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= CONTENT_CODE_POINTS) return characters.join('');
  return `${characters.slice(0, CONTENT_CODE_POINTS).join('')}…`;
}

function addresseeFields(to: PushRecipient): Payload {
  return { realm_url: to.organizationUrl, realm_name: to.organizationName, user_id: to.accountId };
}

function conversationFields(conversation: PushedConversation): Payload {
  if (conversation.kind === 'direct')
    return { recipient_type: 'direct', recipient_user_ids: conversation.accountIds };
  const { channelId, channelName, topic } = conversation;
  return { recipient_type: 'channel', channel_id: channelId, channel_name: channelName, topic };
}

/**
 * The payload for a message. The text is cut further if the conversation has very many people.
 * @param maxBytes the maximum size of the payload as JSON
 */
export function messagePayload(to: PushRecipient, message: PushedMessage, maxBytes = PAYLOAD_BYTES): Payload {
  const payload = messageFields(to, message);
  const excess = Buffer.byteLength(JSON.stringify(payload)) - maxBytes;
  if (excess <= 0) return payload;
  const bytes = Buffer.from(message.content);
  const remaining = bytes.subarray(0, Math.max(0, bytes.length - excess)).toString('utf8');
  return { ...payload, content: remaining.replace(/\ufffd$/, '') };
}

function messageFields(to: PushRecipient, message: PushedMessage): Payload {
  const { group, sender } = message;
  return {
    ...addresseeFields(to),
    type: 'message',
    message_id: message.id,
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_avatar_url: sender.avatarUrl,
    time: message.sentAt,
    content: message.content,
    ...conversationFields(message.conversation),
    ...(group && { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name }),
    ...(message.isReturn && { is_return: true }),
    ...(message.ring && { call_id: message.ring.callId, call_until: message.ring.until }),
  };
}

/** Removes the notifications of the given messages. */
export function removePayload(to: PushRecipient, messageIds: readonly number[]): Payload {
  return { ...addresseeFields(to), type: 'remove', message_ids: messageIds };
}

/**
 * A test notification.
 * @param now in seconds
 */
export function testPayload(to: PushRecipient, now: number): Payload {
  return { ...addresseeFields(to), type: 'test', time: now };
}
