// push/e2ee/register: registers a device's token, which the device encrypted for this relay and its server
// passed on unread.

import { isRecord } from '../src/api-contract/codec.ts';
import { badRequest } from '../src/api-contract/error.ts';
import { parseJson } from '../src/api-contract/json.ts';
import { nowSeconds } from '../src/api-contract/time.ts';
import { isAppId } from './app-id.ts';
import { type RemoteDevice, tokenIdOf } from './device-store.ts';
import { type Fields, organizationIn, type RelayOperation, textIn } from './relay-context.ts';
import { invalidPublicKey, registrationExpired } from './relay-errors.ts';
import { openSealed, type RelayKey } from './sealed-box.ts';

const LIFETIME_SECONDS = 86_400;
/** Tolerance for phones whose clocks are fast. */
const AHEAD_SECONDS = 3600;
const MAX_TOKEN = 4096;
const MAX_REGISTRATION = 20_000;

function invalidRegistration() {
  return badRequest('Invalid encrypted_push_registration');
}

/** The registration decrypted. @throws if it was not encrypted to this key */
function decryptRegistration(key: RelayKey, encrypted: string): Fields {
  const bytes = openSealed(key, Buffer.from(encrypted, 'base64'));
  if (!bytes) throw invalidRegistration();
  const value = parseJson(bytes.toString('utf8'));
  if (!isRecord(value)) throw invalidRegistration();
  return value;
}

/** The device of a registration. @throws if it is incomplete, too old, or its token does not match the id */
function deviceOf(registration: Fields, tokenId: string, now: number): RemoteDevice {
  const { token, token_kind: kind, timestamp, ios_app_id: appId } = registration;
  if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN) throw invalidRegistration();
  if (kind !== 'fcm' && kind !== 'apns') throw invalidRegistration();
  if (typeof timestamp !== 'number' || timestamp > now + AHEAD_SECONDS) throw invalidRegistration();
  if (tokenIdOf(token) !== tokenId) throw invalidRegistration();
  if (now - timestamp > LIFETIME_SECONDS) throw registrationExpired();
  if (kind === 'fcm') return { token_id: tokenId, kind, token, app_id: '' };
  if (typeof appId !== 'string' || !isAppId(appId) || !/^(?:[0-9a-f]{2})+$/i.test(token))
    throw invalidRegistration();
  return { token_id: tokenId, kind, token, app_id: appId };
}

/**
 * Stores a device of an organization.
 * @throws if the registration was not made for this relay or is too old
 */
export const registerDevice: RelayOperation = (context, request) => {
  const organization = organizationIn(context, request);
  const { body } = request;
  const tokenId = textIn(body, 'token_id', 100);
  const publicKey = Buffer.from(textIn(body, 'bouncer_public_key', 200), 'base64');
  if (!publicKey.equals(context.key.publicKey)) throw invalidPublicKey();
  const registration = decryptRegistration(
    context.key,
    textIn(body, 'encrypted_push_registration', MAX_REGISTRATION),
  );
  context.store.devices.put(organization.id, deviceOf(registration, tokenId, nowSeconds()));
  return {};
};
