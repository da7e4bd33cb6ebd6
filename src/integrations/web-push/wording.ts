// What a person's browsers and apps are told: the same as phones, cut to what a push service carries, read when it is sent.

import type { WebPushWork } from '../../actions/push/web-push-outbox.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import {
  type Addressee,
  messagePayload,
  type PushedMessage,
  removePayload,
  testPayload,
} from '../../model/push/payload.ts';
import { PLAIN_BYTES } from '../../model/web-push/encryption.ts';
import type { WebSubscription } from '../../model/web-push/subscription.ts';
import { announcementOf } from '../push/announcement.ts';
import type { Telling } from './sending.ts';

/** So long after it was queued something is told, and kept by push services: mail tells of what is older. */
const TOLD_SECONDS = 4 * 3600;

/** In words for each of a person's subscriptions. */
export type Wording = (subscription: WebSubscription) => Telling;

/** The conversation of a message, as one text. */
function conversationOf({ place }: PushedMessage): string {
  return place.kind === 'direct'
    ? JSON.stringify(place.accountIds)
    : JSON.stringify([place.channelId, place.topic.toLowerCase()]);
}

/** What is to be said by now; undefined where it is too late, or the message is gone, read, or not for this person any more. */
export async function wordingOf(
  hub: OrganizationHub,
  work: WebPushWork,
  now: number,
): Promise<Wording | undefined> {
  const { name } = hub.state.organization;
  const { accountId, queuedAt } = work;
  const keptSeconds = queuedAt + TOLD_SECONDS - now;
  const addressee = ({ organizationUrl }: WebSubscription): Addressee => ({
    organizationUrl,
    organizationName: name,
    accountId,
  });
  if (keptSeconds <= 0 || !hub.state.account(accountId)?.isActive) return undefined;
  if (work.type === 'test') {
    const payload = (to: WebSubscription) => testPayload(addressee(to), Math.floor(now));
    return (to) => ({ payload: payload(to), urgency: 'high', keptSeconds, about: 'test' });
  }
  if (work.type === 'remove') {
    const payload = (to: WebSubscription) => removePayload(addressee(to), work.messageIds);
    return (to) => ({ payload: payload(to), urgency: 'normal', keptSeconds, about: undefined });
  }
  const announcement = await announcementOf(hub, work.messageId, [accountId]);
  if (!announcement?.recipients.has(accountId)) return undefined;
  return (subscription) => {
    const to = addressee(subscription);
    const message = announcement.messageFor(to);
    return {
      payload: messagePayload(to, message, PLAIN_BYTES),
      urgency: 'high',
      keptSeconds,
      about: conversationOf(message),
    };
  };
}
