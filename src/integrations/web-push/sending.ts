// One message to one browser or app: encrypted, posted to its push service, and what the answer means.

import { createHmac } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { encrypted, PLAIN_BYTES } from '../../model/web-push/encryption.ts';
import type { Passes } from '../../model/web-push/passes.ts';
import type { WebSubscription } from '../../model/web-push/subscription.ts';
import { type HttpClient, type IncomingAnswer, NoAnswer } from '../http/http-client.ts';
import type { Sites } from './sites.ts';

const LONGEST_PAUSE_SECONDS = 3600;
const TOPIC_BYTES = 24;

/** What is told. */
export interface Telling {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly urgency: 'high' | 'normal';
  /** How long a push service may keep it for a receiver that is away. */
  readonly keptSeconds: number;
  /** What it is about: what is told later of the same takes its place at a push service that could not hand it over. */
  readonly about: string | undefined;
}

/** What came of it. */
export type Sent =
  | { readonly is: 'taken' }
  /** The receiver has gone for good. */
  | { readonly is: 'gone'; readonly why: string }
  /**
   * This message will not be taken later either: `isFault` of the receiver, and not of the message; `isOfSender` where the
   * service does not let this server send.
   */
  | { readonly is: 'refused'; readonly why: string; readonly isFault: boolean; readonly isOfSender: boolean }
  /** It may be tried again, but not before a moment where the push service names one; 0 where it names none. */
  | { readonly is: 'missed'; readonly why: string; readonly notBefore: number };

export interface SendingServices {
  readonly http: HttpClient;
  readonly keyring: Keyring;
  readonly passes: Passes;
  readonly sites: Sites;
  /** An address of the web where the server is, where it has one that everybody reaches. */
  readonly publicUrl: string | undefined;
  /** The address that mail comes from. */
  readonly mailFrom: string;
}

/** The name of what a message is about, which tells the push service nothing. */
function topicFor(keyring: Keyring, { accountId, id }: WebSubscription, about: string): string {
  const hash = createHmac('sha256', keyring.secret).update(`web-push-topic:${accountId}:${id}:${about}`);
  return hash.digest().subarray(0, TOPIC_BYTES).toString('base64url');
}

/** The moment that `Retry-After` names, within the bound; 0 where it names none. */
function momentIn(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : Date.parse(header) / 1000 - now;
  return seconds > 0 ? now + Math.min(Math.ceil(seconds), LONGEST_PAUSE_SECONDS) : 0;
}

const tooLarge: Sent = { is: 'refused', why: 'it is too large', isFault: false, isOfSender: false };

function meaningOf({ status, headers }: IncomingAnswer, now: number): Sent {
  const why = `it answered with status ${status}`;
  if (status >= 200 && status <= 299) return { is: 'taken' };
  if (status === 404 || status === 410) return { is: 'gone', why };
  if (status === 408 || status === 429 || status >= 500)
    return { is: 'missed', why, notBefore: momentIn(headers['retry-after'], now) };
  return { is: 'refused', why, isFault: status !== 413, isOfSender: status === 401 || status === 403 };
}

/** Whom a push service may write to. */
function contactOf({ publicUrl, mailFrom }: SendingServices, { organizationUrl }: WebSubscription): string {
  const address = [publicUrl, organizationUrl].find((url) => url?.startsWith('https://'));
  return address ?? `mailto:${mailFrom}`;
}

/** Sends a message. */
export async function send(
  services: SendingServices,
  subscription: WebSubscription,
  { payload, urgency, keptSeconds, about }: Telling,
  now: number,
): Promise<Sent> {
  const { http, keyring, passes, sites } = services;
  const { endpoint, origin } = subscription;
  if (!endpoint) return { is: 'gone', why: 'another secret of the server sealed its address' };
  const plain = Buffer.from(JSON.stringify(payload));
  if (plain.length > PLAIN_BYTES) return tooLarge;
  const post = () =>
    http.send(endpoint.address, {
      method: 'POST',
      headers: {
        authorization: passes.authorizationFor(origin, contactOf(services, subscription), now),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(keptSeconds),
        urgency,
        ...(about !== undefined && { topic: topicFor(keyring, subscription, about) }),
      },
      body: encrypted(plain, endpoint.keys),
      milliseconds: limits.webPushAnswerMilliseconds,
      isStatusEnough: true,
    });
  try {
    const answer = await sites.at(endpoint.address, post);
    if (!answer) return { is: 'missed', why: 'its push service is slow', notBefore: 0 };
    return meaningOf(answer, now);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { is: 'missed', why: error.message, notBefore: 0 };
  }
}
