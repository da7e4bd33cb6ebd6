// The wire form of encrypted notifications, and parsing of the relay's responses.

import type { PushRequest, PushStatus, TokensByKind } from '../../../model/push/push-relay.ts';
import { type Fields, fieldsOf } from './relay-http.ts';

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

/** Tokens of both kinds in a response of the unencrypted protocol. */
export function tokensIn(value: unknown): TokensByKind {
  const fields = fieldsOf(value);
  return { apple: stringsOf(fields.apple_devices), google: stringsOf(fields.android_devices) };
}

/** Whether an organization may push; true by default. */
export function statusOf(value: unknown): PushStatus {
  const status = fieldsOf(value);
  const end = status.expected_end_timestamp;
  return { canPush: status.can_push !== false, expectedEnd: typeof end === 'number' ? end : null };
}

/** The strings of a list; empty for anything else. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
