// Registers a device for push, inside a unit of work. The key is stored; the token waits for the relay's
// answer, which an outbox worker requests.

import { count, jsonText, oneOf, recordOf } from '../../api-contract/codec.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { invalidDevice, type TokenKind } from '../../model/push/push-device.ts';
import { type RegistrationRequest, registrationSteps } from '../../model/push/push-registration.ts';
import { seal, unseal } from '../../model/sealed.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { deviceOf, devicesWithTokens } from '../../stores/push/device-store.ts';
import { beginPushScan } from '../../stores/push/position-store.ts';
import { deleteTokenById } from '../../stores/push/token-store.ts';
import { queueWork } from '../outbox/outbox-store.ts';
import { changeDevice } from './change-device.ts';

/** The kind of the outbox rows. */
export const REGISTRATION_KIND = 'push-registration';

/** The data passed on to the relay. */
export interface PendingRegistration {
  readonly accountId: number;
  readonly deviceId: number;
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
  readonly relayPublicKey: string;
  readonly encrypted: string;
  readonly startedAt: number;
}

/** The payload of a row. */
export const pendingRegistration = recordOf<PendingRegistration>({
  accountId: count,
  deviceId: count,
  tokenId: jsonText,
  tokenKind: oneOf('apns', 'fcm'),
  relayPublicKey: jsonText,
  encrypted: jsonText,
  startedAt: count,
});

export interface DeviceRegistration {
  readonly accountId: number;
  readonly deviceId: number;
  /** Whether the server has a relay. */
  readonly isConfigured: boolean;
}

/** Accepts a registration. @throws as `registrationSteps` does */
export async function registerDevice(
  writer: Writer,
  keyring: Keyring,
  { accountId, deviceId, isConfigured }: DeviceRegistration,
  request: RegistrationRequest,
): Promise<void> {
  const device = await deviceOf(writer, accountId, deviceId);
  if (!device) throw invalidDevice();
  const sealed = device.push_key_sealed;
  const pushKey = sealed === null ? undefined : unseal(keyring, 'push-key', sealed);
  const { storesKey, forwardsToken } = registrationSteps({ ...device, pushKey }, request, isConfigured);
  const { key, token } = request;
  const keyChanges =
    storesKey && key ? { push_key_id: key.id, push_key_sealed: seal(keyring, 'push-key', key.text) } : {};
  if (!forwardsToken || !token) {
    if (storesKey) await changeDevice(writer, device, keyChanges);
    return;
  }
  await changeDevice(writer, device, {
    ...keyChanges,
    pending_token_id: token.tokenId,
    token_updated_at: writer.now,
    error_code: null,
  });
  const pending: PendingRegistration = {
    accountId,
    deviceId,
    tokenId: token.tokenId,
    tokenKind: token.kind,
    relayPublicKey: token.relayPublicKey,
    encrypted: token.encrypted,
    startedAt: writer.now,
  };
  await queueWork(writer, REGISTRATION_KIND, JSON.stringify(pending));
}

/**
 * The relay accepted the token. A device that was removed, or waits for another token by now, stays
 * unchanged.
 */
export async function registrationSucceeded(writer: Writer, pending: PendingRegistration): Promise<void> {
  const device = await deviceOf(writer, pending.accountId, pending.deviceId);
  if (device?.pending_token_id !== pending.tokenId) return;
  await changeDevice(writer, device, {
    token_id: pending.tokenId,
    token_kind: pending.tokenKind,
    pending_token_id: null,
    error_code: null,
  });
  await deleteTokenById(writer, pending.accountId, pending.tokenId);
  await beginPushScan(writer);
}

/** The relay rejected the token permanently. */
export async function registrationFailed(
  writer: Writer,
  pending: PendingRegistration,
  code: string,
): Promise<void> {
  const device = await deviceOf(writer, pending.accountId, pending.deviceId);
  if (device?.pending_token_id !== pending.tokenId) return;
  await changeDevice(writer, device, { error_code: code });
}

/** The relay reported invalid tokens: their devices get no pushes until they register again. */
export async function tokensInvalidated(writer: Writer, tokenIds: readonly string[]): Promise<void> {
  for (const device of await devicesWithTokens(writer, tokenIds)) {
    await changeDevice(writer, device, { token_id: null, token_kind: null });
  }
}
