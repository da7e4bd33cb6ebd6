// The payloads for devices without encryption, in Apple's and Google's forms. (As in the reference server.)

import type { PushedMessage, PushRecipient } from './push-payload.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Both forms of one notification. */
export interface PlainPayload {
  readonly apple: Fields;
  readonly google: Fields;
}

/** Data that these payloads contain and encrypted ones do not. */
export interface PlainDetails {
  readonly organizationId: number;
  /** The organization's host. */
  readonly server: string;
  readonly senderEmail: string;
  /** The names of the other people in a direct conversation. */
  readonly otherNames: readonly string[];
  /** The topic, with the empty topic's display name for clients that do not support it. */
  readonly shownTopic: string;
  readonly mention: 'person' | 'group' | 'everyone' | undefined;
}

function common(
  to: PushRecipient,
  { organizationId, server }: Pick<PlainDetails, 'organizationId' | 'server'>,
): Fields {
  return {
    server,
    realm_id: organizationId,
    realm_name: to.organizationName,
    realm_url: to.organizationUrl,
    realm_uri: to.organizationUrl,
    user_id: to.accountId,
  };
}

function conversationFields(message: PushedMessage, details: PlainDetails): Fields {
  const { conversation } = message;
  if (conversation.kind === 'channel') {
    return {
      recipient_type: 'stream',
      stream: conversation.channelName,
      stream_id: conversation.channelId,
      topic: details.shownTopic,
    };
  }
  const isGroup = conversation.accountIds.length > 2;
  return { recipient_type: 'private', ...(isGroup && { pm_users: conversation.accountIds.join(',') }) };
}

function groupFields({ group }: PushedMessage): Fields {
  return group ? { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name } : {};
}

function titleOf({ conversation, sender }: PushedMessage, details: PlainDetails): string {
  if (conversation.kind === 'channel') return `#${conversation.channelName} > ${details.shownTopic}`;
  return conversation.accountIds.length > 2 ? details.otherNames.join(', ') : sender.fullName;
}

function subtitleOf({ conversation, sender, group }: PushedMessage, { mention }: PlainDetails): string {
  const name = sender.fullName;
  if (mention === 'person') return `${name} mentioned you:`;
  if (mention === 'group' && group) return `${name} mentioned @${group.name}:`;
  if (mention === 'everyone') return `${name} mentioned everyone:`;
  return conversation.kind === 'direct' && conversation.accountIds.length <= 2 ? '' : `${name}:`;
}

/** Google accepts only texts as values. */
function asTexts(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** An unencrypted message in Apple's and Google's forms. */
export function plainMessage(to: PushRecipient, message: PushedMessage, details: PlainDetails): PlainPayload {
  const { sender } = message;
  const shared = {
    ...common(to, details),
    sender_id: sender.id,
    sender_email: details.senderEmail,
    ...conversationFields(message, details),
    ...groupFields(message),
    time: message.sentAt,
  };
  const { realm_uri: _old, ...forApple } = shared as Fields & { realm_uri?: unknown };
  return {
    apple: {
      aps: {
        alert: {
          title: titleOf(message, details),
          subtitle: subtitleOf(message, details),
          body: message.content,
        },
        sound: 'default',
        badge: 0,
      },
      custom: { zulip: { ...forApple, message_ids: [message.id] } },
    },
    google: asTexts({
      event: 'message',
      ...shared,
      sender_full_name: sender.fullName,
      sender_avatar_url: sender.avatarUrl,
      zulip_message_id: message.id,
      content: message.content,
    }),
  };
}

/** Removes the notifications of the given messages. */
export function plainRemove(
  to: PushRecipient,
  details: Pick<PlainDetails, 'organizationId' | 'server'>,
  messageIds: readonly number[],
): PlainPayload {
  const shared = common(to, details);
  const zulip = { ...shared, event: 'remove', zulip_message_ids: messageIds.join(',') };
  return { apple: { aps: { badge: 0 }, custom: { zulip } }, google: asTexts(zulip) };
}

/**
 * A test notification.
 * @param now in seconds
 */
export function plainTest(
  to: PushRecipient,
  details: Pick<PlainDetails, 'organizationId' | 'server'>,
  now: number,
): PlainPayload {
  const shared = { ...common(to, details), event: 'test' };
  const body = `This is a test notification from ${to.organizationName} (${to.organizationUrl}).`;
  return {
    apple: {
      aps: { alert: { title: 'Test notification', body }, sound: 'default', badge: 0 },
      custom: { zulip: shared },
    },
    google: asTexts({ ...shared, time: now }),
  };
}
