// Registering a device for notifications: the client brings a key, which stays here, and a token, which is encrypted
// for the relay and passed on. What is to be done follows from what was sent and what is kept (reference behaviour,
// feature level 468).

import { badRequest } from '../../api-contract/error.ts';
import { type DeviceRow, pushNotConfigured, type TokenKind } from './device.ts';

export interface PushKey {
  readonly id: number;
  /** As it came: Base64, with the byte of the cipher. */
  readonly text: string;
}

export interface TokenRegistration {
  readonly kind: TokenKind;
  readonly tokenId: string;
  readonly relayPublicKey: string;
  /** For the relay's eyes only. */
  readonly encrypted: string;
}

export interface RegistrationWish {
  readonly key: PushKey | undefined;
  readonly token: TokenRegistration | undefined;
}

/** What of a registration changes something. */
export interface RegistrationSteps {
  readonly keepsKey: boolean;
  readonly passesTokenOn: boolean;
}

/** The key that a device has, opened. */
type Kept = DeviceRow & { readonly pushKey: string | undefined };

const nothing: RegistrationSteps = { keepsKey: false, passesTokenOn: false };

function isSameToken(device: Kept, token: TokenRegistration): boolean {
  return device.token_id === token.tokenId && device.token_kind === token.kind && device.error_code === null;
}

/** Decides what a registration does; refuses one that is incomplete or comes at the wrong time. */
export function registrationSteps(
  device: Kept,
  wish: RegistrationWish,
  isConfigured: boolean,
): RegistrationSteps {
  if (!isConfigured) throw pushNotConfigured();
  const { key, token } = wish;
  if (!key && !token) {
    throw badRequest(
      'Missing parameters: must provide either all push key fields, all token fields, or both.',
    );
  }
  const hasKey = device.pushKey !== undefined;
  if (key && !token) {
    if (!hasKey) throw badRequest('No push registration exists to rotate key for.');
    return { keepsKey: true, passesTokenOn: false };
  }
  if (device.pending_token_id !== null && device.error_code === null) {
    throw badRequest('A registration for the device already in progress.');
  }
  if (!token) return nothing;
  if (!key) {
    if (!hasKey) throw badRequest('No push registration exists to rotate token for.');
    return isSameToken(device, token) ? nothing : { keepsKey: false, passesTokenOn: true };
  }
  const isSameKey = device.push_key_id === key.id && device.pushKey === key.text;
  if (isSameKey && isSameToken(device, token)) return nothing;
  return { keepsKey: true, passesTokenOn: true };
}
