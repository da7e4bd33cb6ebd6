// The wire form of encrypted notifications, and parsing of the relay's responses.

import {
  decodedOrUndefined,
  ifValid,
  jsonBoolean,
  jsonText,
  number,
  record,
  validItems,
} from '../../../api-contract/codec.ts';
import type { PushRequest, PushStatus, TokensByKind } from '../../../model/push/push-relay.ts';
import type { Fields } from './relay-http.ts';

/** An encrypted notification with its options for Apple or Google. */
export function wireRequest({ tokenId, tokenKind, urgency, pushKeyId, encrypted }: PushRequest): Fields {
  const isAlert = urgency === 'alert';
  const payload = { push_key_id: pushKeyId, encrypted_data: encrypted };
  if (tokenKind === 'fcm') return { token_id: tokenId, fcm_priority: isAlert ? 'high' : 'normal', payload };
  const alert = { 'mutable-content': 1, alert: { title: 'New notification' } };
  return {
    token_id: tokenId,
    http_headers: { apns_priority: isAlert ? 10 : 5, apns_push_type: urgency },
    payload: { ...payload, aps: isAlert ? alert : { 'content-available': 1 } },
  };
}

/** The strings of a list; none for anything else. */
export const strings = validItems(jsonText);

const tokens = record({ apple_devices: ifValid(strings), android_devices: ifValid(strings) });
const pushStatus = record({ can_push: ifValid(jsonBoolean), expected_end_timestamp: ifValid(number) });

/** Tokens of both kinds in a response of the unencrypted protocol. */
export function tokensIn(value: unknown): TokensByKind {
  const { apple_devices: apple = [], android_devices: google = [] } = decodedOrUndefined(tokens, value) ?? {};
  return { apple, google };
}

/** Whether an organization may push; true by default. */
export function statusOf(value: unknown): PushStatus {
  const { can_push: canPush = true, expected_end_timestamp: expectedEnd = null } =
    decodedOrUndefined(pushStatus, value) ?? {};
  return { canPush, expectedEnd };
}
