// How the relay's protocol writes encrypted notifications, and how its answers say what became of them.

import type { PushRequest, PushStatus, TokensByKind } from '../../../model/push/relay.ts';
import { type Fields, fieldsOf } from './relay-http.ts';

/** The options with which an encrypted notification travels to Apple or Google. */
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

/** Tokens of both kinds, as answers of the protocol without encryption list them. */
export function tokensIn(value: unknown): TokensByKind {
  const fields = fieldsOf(value);
  return { apple: textsOf(fields.apple_devices), google: textsOf(fields.android_devices) };
}

/** Whether an organization may push; it may where nothing is said. */
export function statusOf(value: unknown): PushStatus {
  const status = fieldsOf(value);
  const end = status.expected_end_timestamp;
  return { canPush: status.can_push !== false, expectedEnd: typeof end === 'number' ? end : null };
}

/** The texts of a list; none for anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
