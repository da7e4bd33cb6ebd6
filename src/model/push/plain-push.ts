// An unencrypted notification in the relay's form: one for all tokens of a person.

import type { PlainPayload } from './plain-payload.ts';
import type { PlainPush } from './push-relay.ts';
import type { PushTokenRow } from './push-token.ts';

/** Addresses a payload to all of an account's tokens, grouped by service. */
export function plainPush(
  accountId: number,
  tokens: readonly PushTokenRow[],
  payload: PlainPayload,
  urgency: PlainPush['urgency'],
): PlainPush {
  const ofKind = (kind: string) => tokens.filter((row) => row.kind === kind).map((row) => row.token);
  return { accountId, appleTokens: ofKind('apns'), googleTokens: ofKind('fcm'), ...payload, urgency };
}
