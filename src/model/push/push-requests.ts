// Encrypted notifications in the relay's form: one per device, encrypted with its own key.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Keyring } from '../accounts/credentials.ts';
import { unseal } from '../sealed.ts';
import type { DeviceRow } from './push-device.ts';
import { encryptPayload } from './push-encryption.ts';
import type { PushRequest } from './push-relay.ts';

/** The number of notifications to encrypt before yielding to other requests. */
const BATCH_SIZE = 50;

/**
 * The requests for devices that have a token. A device whose key was sealed with another secret of the server
 * can no longer be notified and is left out.
 */
export async function encryptedRequests(
  keyring: Keyring,
  devices: readonly DeviceRow[],
  urgency: PushRequest['urgency'],
  payloadFor: (device: DeviceRow) => Readonly<Record<string, unknown>>,
): Promise<PushRequest[]> {
  const requests: PushRequest[] = [];
  for (const [index, device] of devices.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn();
    const {
      token_id: tokenId,
      token_kind: tokenKind,
      push_key_id: pushKeyId,
      push_key_sealed: sealed,
    } = device;
    const pushKey = sealed === null ? undefined : unseal(keyring, 'push-key', sealed);
    if (tokenId === null || pushKeyId === null || pushKey === undefined) continue;
    requests.push({
      tokenId,
      tokenKind: tokenKind === 'apns' ? 'apns' : 'fcm',
      urgency,
      pushKeyId,
      encrypted: await encryptPayload(pushKey, payloadFor(device)),
    });
  }
  return requests;
}
