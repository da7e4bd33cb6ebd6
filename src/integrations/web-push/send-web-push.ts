// Sends one message to one browser or app: encrypts it, posts it to the push service, and interprets the response.

import { createHmac } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { PushSubscription } from '../../model/web-push/push-subscription.ts';
import type { VapidTokens } from '../../model/web-push/vapid-tokens.ts';
import { encryptForReceiver, MAX_PLAIN_BYTES } from '../../model/web-push/web-push-encryption.ts';
import { type HttpClient, type IncomingAnswer, NoAnswerError } from '../http/http-client.ts';
import type { SiteLimit } from './site-limit.ts';

const LONGEST_PAUSE_SECONDS = 3600;
const TOPIC_BYTES = 24;

/** A message to a push subscription. */
export interface WebPushMessage {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly urgency: 'high' | 'normal';
  /** How long a push service may store the message for an offline receiver. */
  readonly ttlSeconds: number;
  /**
   * The subject of the message: a later message with the same subject replaces one that is still stored at
   * the push service.
   */
  readonly subject: string | undefined;
}

/** The result of sending a message. */
export type SendResult =
  | { readonly outcome: 'accepted' }
  /** The push subscription has ended. */
  | { readonly outcome: 'gone'; readonly reason: string }
  /**
   * The push service will not accept this message later either. `isOfReceiver`: the error is the receiver's rather than
   * the message's; `isOfSender`: the service rejects this server.
   */
  | {
      readonly outcome: 'rejected';
      readonly reason: string;
      readonly isOfReceiver: boolean;
      readonly isOfSender: boolean;
    }
  /** May be retried, but not before the time that the push service named; 0 if it named none. */
  | { readonly outcome: 'missed'; readonly reason: string; readonly notBefore: number };

export interface SendingServices {
  readonly http: HttpClient;
  readonly keyring: Keyring;
  readonly vapidTokens: VapidTokens;
  readonly sites: SiteLimit;
  /** The public web address of the server, if it has one. */
  readonly publicUrl: string | undefined;
  /** The sender address of mail. */
  readonly mailFrom: string;
}

/** The opaque name of a message's subject, which reveals nothing to the push service. */
function topicFor(keyring: Keyring, { accountId, id }: PushSubscription, subject: string): string {
  const hash = createHmac('sha256', keyring.secret).update(`web-push-topic:${accountId}:${id}:${subject}`);
  return hash.digest().subarray(0, TOPIC_BYTES).toString('base64url');
}

/** The time of a `Retry-After` header, bounded; 0 if it has none. */
function retryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : Date.parse(header) / 1000 - now;
  return seconds > 0 ? now + Math.min(Math.ceil(seconds), LONGEST_PAUSE_SECONDS) : 0;
}

const tooLarge: SendResult = {
  outcome: 'rejected',
  reason: 'it is too large',
  isOfReceiver: false,
  isOfSender: false,
};

function resultOf({ status, headers }: IncomingAnswer, now: number): SendResult {
  const reason = `the push service returned status ${status}`;
  if (status >= 200 && status <= 299) return { outcome: 'accepted' };
  if (status === 404 || status === 410) return { outcome: 'gone', reason };
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'missed', reason, notBefore: retryAfter(headers['retry-after'], now) };
  return {
    outcome: 'rejected',
    reason,
    isOfReceiver: status !== 413,
    isOfSender: status === 401 || status === 403,
  };
}

/** The contact for the push service's operator. */
function contactOf({ publicUrl, mailFrom }: SendingServices, { organizationUrl }: PushSubscription): string {
  const address = [publicUrl, organizationUrl].find((url) => url?.startsWith('https://'));
  return address ?? `mailto:${mailFrom}`;
}

export async function sendWebPush(
  services: SendingServices,
  subscription: PushSubscription,
  { payload, urgency, ttlSeconds, subject }: WebPushMessage,
  now: number,
): Promise<SendResult> {
  const { http, keyring, vapidTokens, sites } = services;
  const { endpoint, origin } = subscription;
  if (!endpoint) return { outcome: 'gone', reason: 'its address was sealed with another server secret' };
  const plain = Buffer.from(JSON.stringify(payload));
  if (plain.length > MAX_PLAIN_BYTES) return tooLarge;
  const post = () =>
    http.send(endpoint.address, {
      method: 'POST',
      headers: {
        authorization: vapidTokens.authorizationFor(origin, contactOf(services, subscription), now),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(ttlSeconds),
        urgency,
        ...(subject !== undefined && { topic: topicFor(keyring, subscription, subject) }),
      },
      body: encryptForReceiver(plain, endpoint.keys),
      milliseconds: limits.webPushAnswerMilliseconds,
      isBodyIgnored: true,
    });
  try {
    const answer = await sites.run(endpoint.address, post);
    if (!answer) return { outcome: 'missed', reason: 'the push service is slow', notBefore: 0 };
    return resultOf(answer, now);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { outcome: 'missed', reason: error.message, notBefore: 0 };
  }
}
