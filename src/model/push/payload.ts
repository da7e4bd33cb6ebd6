// What a device is told, before it is encrypted: the organization and the account that it is for, and one message, or
// messages whose notifications are to go, or a test.

import { notificationText } from '../../markdown/notification-text.ts';

const CONTENT_CODE_POINTS = 200;
/** Encrypted and in Base64 it must fit into the 4096 bytes that Apple and Google carry. */
const PAYLOAD_BYTES = 2900;

export interface Addressee {
  readonly organizationUrl: string;
  readonly organizationName: string;
  readonly accountId: number;
}

export interface MessageSender {
  readonly id: number;
  readonly fullName: string;
  /** Absolute. */
  readonly avatarUrl: string;
}

export type PushedPlace =
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
  readonly place: PushedPlace;
  /** As text, cut. */
  readonly content: string;
  /** The group through which the person is mentioned, if not by name. */
  readonly group: { readonly id: number; readonly name: string } | undefined;
}

type Payload = Readonly<Record<string, unknown>>;

/** The visible text of rendered HTML, cut to 200 characters and an ellipsis. */
export function pushedContent(html: string): string {
  const characters = [...notificationText(html)];
  if (characters.length <= CONTENT_CODE_POINTS) return characters.join('');
  return `${characters.slice(0, CONTENT_CODE_POINTS).join('')}…`;
}

function addressed(to: Addressee): Payload {
  return { realm_url: to.organizationUrl, realm_name: to.organizationName, user_id: to.accountId };
}

function placeFields(place: PushedPlace): Payload {
  if (place.kind === 'direct') return { recipient_type: 'direct', recipient_user_ids: place.accountIds };
  const { channelId, channelName, topic } = place;
  return { recipient_type: 'channel', channel_id: channelId, channel_name: channelName, topic };
}

/**
 * What is told of a message; where very many people are in its conversation, with less of its text.
 * @param most the bytes that it may have
 */
export function messagePayload(to: Addressee, message: PushedMessage, most = PAYLOAD_BYTES): Payload {
  const whole = messageFields(to, message);
  const excess = Buffer.byteLength(JSON.stringify(whole)) - most;
  if (excess <= 0) return whole;
  const bytes = Buffer.from(message.content);
  const left = bytes.subarray(0, Math.max(0, bytes.length - excess)).toString('utf8');
  return { ...whole, content: left.replace(/\ufffd$/, '') };
}

function messageFields(to: Addressee, message: PushedMessage): Payload {
  const { group, sender } = message;
  return {
    ...addressed(to),
    type: 'message',
    message_id: message.id,
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_avatar_url: sender.avatarUrl,
    time: message.sentAt,
    content: message.content,
    ...placeFields(message.place),
    ...(group && { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name }),
  };
}

/** Takes the notifications of some messages back. */
export function removePayload(to: Addressee, messageIds: readonly number[]): Payload {
  return { ...addressed(to), type: 'remove', message_ids: messageIds };
}

/** Shows that notifications arrive; `now` in seconds. */
export function testPayload(to: Addressee, now: number): Payload {
  return { ...addressed(to), type: 'test', time: now };
}
