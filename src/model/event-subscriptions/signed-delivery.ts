// Signs event deliveries as Standard Webhooks (standardwebhooks.com) specifies, for which libraries exist in
// many languages. The id stays the same on every attempt, so that receivers can drop duplicates.

import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret for deliveries, in the form that receivers' libraries accept. */
export function newEventSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The id of a delivery, which is the same for every attempt to post an event of a subscription. */
export function deliveryId(subscriptionId: number, eventId: number): string {
  return `${subscriptionId}-${eventId}`;
}

/** The headers with the delivery's id, time and signature. */
export function deliveryHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${at}`, 'webhook-signature': `v1,${digest}` };
}
