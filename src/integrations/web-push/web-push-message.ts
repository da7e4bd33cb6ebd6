// Composes Web Push messages when they are sent. They equal those for phones, cut to the size that a push service
// accepts.

import type { WebPushWork } from '../../actions/push/web-push-outbox.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import {
  messagePayload,
  type PushedMessage,
  type PushRecipient,
  removePayload,
  testPayload,
} from '../../model/push/push-payload.ts';
import type { PushSubscription } from '../../model/web-push/push-subscription.ts';
import { MAX_PLAIN_BYTES } from '../../model/web-push/web-push-encryption.ts';
import { messageNotification } from '../push/message-notification.ts';
import type { StandIn } from '../push/standing-message.ts';
import type { WebPushMessage } from './send-web-push.ts';

/** How long after it was queued a message is sent or stored by push services; mail covers older messages. */
const LIFETIME_SECONDS = 4 * 3600;

/** What is sent to an account's subscriptions. */
export interface ComposedPush {
  /** Composes the message for one of the subscriptions. */
  readonly compose: (subscription: PushSubscription) => WebPushMessage;
  /** Set if another message had to take the place of the one that the push was queued for. */
  readonly standIn?: StandIn | undefined;
}

/** Identifies a message's conversation as a string. */
function conversationOf({ conversation }: PushedMessage): string {
  return conversation.kind === 'direct'
    ? JSON.stringify(conversation.accountIds)
    : JSON.stringify([conversation.channelId, conversation.topic.toLowerCase()]);
}

/** The message to send now; undefined if it is too late, or the message was deleted, read, or is no longer accessible. */
export async function composedPush(
  hub: OrganizationHub,
  work: WebPushWork,
  now: number,
): Promise<ComposedPush | undefined> {
  const { name } = hub.state.organization;
  const { accountId, queuedAt } = work;
  const remainingSeconds = queuedAt + LIFETIME_SECONDS - now;
  const addressee = ({ organizationUrl }: PushSubscription): PushRecipient => ({
    organizationUrl,
    organizationName: name,
    accountId,
  });
  if (remainingSeconds <= 0 || !hub.state.account(accountId)?.isActive) return undefined;
  if (work.type === 'test') {
    const payload = (to: PushSubscription) => testPayload(addressee(to), Math.floor(now));
    return {
      compose: (to) => ({
        payload: payload(to),
        urgency: 'high',
        ttlSeconds: remainingSeconds,
        subject: 'test',
      }),
    };
  }
  if (work.type === 'remove') {
    const payload = (to: PushSubscription) => removePayload(addressee(to), work.messageIds);
    return {
      compose: (to) => ({
        payload: payload(to),
        urgency: 'normal',
        ttlSeconds: remainingSeconds,
        subject: undefined,
      }),
    };
  }
  const notification = await messageNotification(hub, work.messageId, [accountId], now, work);
  if (!notification?.recipients.has(accountId)) return undefined;
  const compose = (subscription: PushSubscription): WebPushMessage => {
    const to = addressee(subscription);
    const message = notification.messageFor(to);
    return {
      payload: messagePayload(to, message, MAX_PLAIN_BYTES),
      urgency: 'high',
      ttlSeconds: remainingSeconds,
      subject: conversationOf(message),
    };
  };
  return { compose, standIn: notification.standIn };
}
