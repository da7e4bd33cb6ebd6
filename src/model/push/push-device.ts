// A person's device as clients see it, and the validation of push keys.

import {
  anyText,
  type Decoded,
  id,
  nonNegativeInteger,
  nullable,
  optionalFields,
  record,
} from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import type { Row } from '../../storage/schema.ts';

export type DeviceRow = Row<'client_device'>;
export type TokenKind = 'apns' | 'fcm';

/** The only supported cipher: XSalsa20-Poly1305 with a key of 32 bytes. */
const SECRETBOX = 0x31;
const KEY_BYTES = 32;
const TOKEN_ID_BYTES = 8;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const deviceCodecs = {
  push_key_id: nullable(id),
  push_token_id: nullable(anyText),
  pending_push_token_id: nullable(anyText),
  push_token_last_updated_timestamp: nullable(nonNegativeInteger),
  push_registration_error_code: nullable(anyText),
};

/** The fields of a device that clients see in `devices`. */
export const deviceSchema = record(deviceCodecs);
/** The changed fields of a device in an event. */
export const changedDeviceFields = optionalFields(deviceCodecs);

type DeviceFields = Decoded<typeof deviceSchema>;

/** The state of a device's registration, for its owner. */
export function deviceFields(row: DeviceRow): DeviceFields {
  return {
    push_key_id: row.push_key_id,
    push_token_id: row.token_id,
    pending_push_token_id: row.pending_token_id,
    push_token_last_updated_timestamp: row.token_updated_at,
    push_registration_error_code: row.error_code,
  };
}

/** Decodes standard Base64; undefined for anything else. */
function base64Bytes(text: string): Buffer | undefined {
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Refuses a push key that is not Base64 of the cipher's byte and 32 bytes of key. */
export function checkPushKey(pushKey: string): void {
  const bytes = base64Bytes(pushKey);
  if (bytes?.length !== KEY_BYTES + 1 || bytes[0] !== SECRETBOX) throw badRequest('Invalid `push_key`');
}

/** The 32 bytes of a push key that passed `checkPushKey`. */
export function keyBytes(pushKey: string): Buffer {
  return Buffer.from(pushKey, 'base64').subarray(1);
}

/** Refuses a token id that is not Base64 of eight bytes. */
export function checkTokenId(tokenId: string): void {
  if (base64Bytes(tokenId)?.length !== TOKEN_ID_BYTES) throw badRequest('Invalid `token_id`');
}

const MAX_ADDRESS = 500;

/** Refuses an organization URL, taken from a request's `Host` header, that notifications could not contain. */
export function checkOrganizationUrl(url: string): void {
  if (url.length > MAX_ADDRESS || !URL.canParse(url)) throw badRequest('Invalid Host header');
}

/** The error of a server without a relay. */
export function pushNotConfigured(): ApiError {
  return new ApiError(
    400,
    'PUSH_SERVICE_NOT_CONFIGURED',
    'Server is not configured to use push notification service.',
  );
}

/** The same error whether the device does not exist or belongs to another account. */
export function invalidDevice(): ApiError {
  return badRequest('Invalid device_id');
}
