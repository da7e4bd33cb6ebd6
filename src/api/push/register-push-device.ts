// POST /mobile_push/register: registers a device's encryption key for notifications, and its token for the
// relay. The token is sent to the relay afterwards; clients learn the outcome from `device` events.

import { registerDevice } from '../../actions/push/register-device.ts';
import { id, integer, oneOf, text } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { checkPushKey, checkTokenId, type TokenKind } from '../../model/push/push-device.ts';
import type { PushKey, TokenRegistration } from '../../model/push/push-registration.ts';
import { writeOperation } from '../operation.ts';

const MAX_KEY_ID = 2 ** 32 - 1;
/** Far more than a sealed token needs. */
const MAX_REGISTRATION = 20_000;

interface KeyFields {
  readonly push_key?: string | undefined;
  readonly push_key_id?: number | undefined;
}

interface TokenFields {
  readonly token_kind?: TokenKind | undefined;
  readonly token_id?: string | undefined;
  readonly bouncer_public_key?: string | undefined;
  readonly encrypted_push_registration?: string | undefined;
}

/** The key in the parameters; undefined unless both fields are present. */
function keyOf({ push_key: pushKey, push_key_id: keyId }: KeyFields): PushKey | undefined {
  if (pushKey === undefined || keyId === undefined) return undefined;
  checkPushKey(pushKey);
  return { id: keyId, text: pushKey };
}

/** The token in the parameters; undefined unless all four fields are present. */
function tokenOf(fields: TokenFields): TokenRegistration | undefined {
  const { token_kind: kind, token_id: tokenId, bouncer_public_key: relayPublicKey } = fields;
  const encrypted = fields.encrypted_push_registration;
  if (!kind || tokenId === undefined || relayPublicKey === undefined || encrypted === undefined)
    return undefined;
  checkTokenId(tokenId);
  return { kind, tokenId, relayPublicKey, encrypted };
}

export const registerPushDevice = writeOperation({
  name: 'register-push-device',
  method: 'POST',
  path: '/mobile_push/register',
  summary: 'Register a device for encrypted notifications, or change its key or token.',
  since: 406,
  access: 'human',
  needsRecentProof: true,
  errors: ['PUSH_SERVICE_NOT_CONFIGURED'],
  parameters: {
    device_id: required(id, 'The ID of the device.', { since: 468 }),
    push_key_id: optionally(
      integer({ minimum: 0, maximum: MAX_KEY_ID }),
      'The ID of the key, chosen by the client.',
      {
        since: 468,
      },
    ),
    push_key: optionally(text({ maximum: 100 }), 'The byte 0x31 followed by a 32-byte key, in Base64.', {
      since: 432,
    }),
    token_kind: optionally(
      oneOf('fcm', 'apns'),
      'The type of the token: `fcm` for Google, `apns` for Apple.',
    ),
    token_id: optionally(
      text({ maximum: 100 }),
      'The first 8 bytes of the SHA-256 hash of the token, in Base64.',
      {
        since: 468,
      },
    ),
    bouncer_public_key: optionally(
      text({ maximum: 200 }),
      'The public key of the relay that the token is encrypted with.',
    ),
    encrypted_push_registration: optionally(
      text({ maximum: MAX_REGISTRATION }),
      'The token and its type, encrypted for the relay, in Base64.',
    ),
  },
  result: {},
  async handle({ write, services, actor }, values) {
    const registration = { key: keyOf(values), token: tokenOf(values) };
    const device = {
      accountId: actor.account.id,
      deviceId: values.device_id,
      isConfigured: services.push !== undefined,
    };
    await write((writer) => registerDevice(writer, services.keyring, device, registration));
    return {};
  },
});
