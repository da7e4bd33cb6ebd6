// How deliveries of events are signed: by the form that several services share (standardwebhooks.com), whose libraries exist in
// many languages. The id stays the same however often an event is posted, so that receivers can leave out repeats.

import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret for deliveries, in the form in which receivers' libraries take it. */
export function newEventSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What a delivery is called: the same event of the same subscription has the same name. */
export function deliveryId(subscriptionId: number, eventId: number): string {
  return `${subscriptionId}-${eventId}`;
}

/** The headers that say which delivery it is, when it was posted, and by whom. */
export function deliveryHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${at}`, 'webhook-signature': `v1,${digest}` };
}
