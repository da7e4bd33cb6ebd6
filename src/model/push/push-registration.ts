// Registers a device for notifications. The client sends a key, which is stored here, and a token encrypted for the
// relay, which is passed on. The request and the stored state together decide what changes. (As in the reference
// server, feature level 468.)

import { badRequest } from '../../api-contract/error.ts';
import { type DeviceRow, pushNotConfigured, type TokenKind } from './push-device.ts';

export interface PushKey {
  readonly id: number;
  /** As received: Base64, including the cipher's byte. */
  readonly text: string;
}

export interface TokenRegistration {
  readonly kind: TokenKind;
  readonly tokenId: string;
  readonly relayPublicKey: string;
  /** Only the relay can decrypt it. */
  readonly encrypted: string;
}

export interface RegistrationRequest {
  readonly key: PushKey | undefined;
  readonly token: TokenRegistration | undefined;
}

/** The parts of a registration that change something. */
export interface RegistrationSteps {
  readonly storesKey: boolean;
  readonly forwardsToken: boolean;
}

/** A device with its key decrypted. */
type StoredDevice = DeviceRow & { readonly pushKey: string | undefined };

const nothing: RegistrationSteps = { storesKey: false, forwardsToken: false };

function isSameToken(device: StoredDevice, token: TokenRegistration): boolean {
  return device.token_id === token.tokenId && device.token_kind === token.kind && device.error_code === null;
}

/** Decides what a registration does. @throws if it is incomplete or not allowed in the device's state */
export function registrationSteps(
  device: StoredDevice,
  request: RegistrationRequest,
  isConfigured: boolean,
): RegistrationSteps {
  if (!isConfigured) throw pushNotConfigured();
  const { key, token } = request;
  if (!key && !token) {
    throw badRequest(
      'Missing parameters: must provide either all push key fields, all token fields, or both.',
    );
  }
  const hasKey = device.pushKey !== undefined;
  if (key && !token) {
    if (!hasKey) throw badRequest('No push registration exists to rotate key for.');
    return { storesKey: true, forwardsToken: false };
  }
  if (device.pending_token_id !== null && device.error_code === null) {
    throw badRequest('A registration for the device already in progress.');
  }
  if (!token) return nothing;
  if (!key) {
    if (!hasKey) throw badRequest('No push registration exists to rotate token for.');
    return isSameToken(device, token) ? nothing : { storesKey: false, forwardsToken: true };
  }
  const isSameKey = device.push_key_id === key.id && device.pushKey === key.text;
  if (isSameKey && isSameToken(device, token)) return nothing;
  return { storesKey: true, forwardsToken: true };
}
