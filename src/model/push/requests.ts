// Encrypted notifications as the relay takes them: one for each device, under the device's own key.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Keyring } from '../accounts/credentials.ts';
import { unseal } from '../sealed.ts';
import type { DeviceRow } from './device.ts';
import { encryptPayload } from './encryption.ts';
import type { PushRequest } from './relay.ts';

/** So many are encrypted before others have their turn. */
const AT_A_STRETCH = 50;

/**
 * The requests for devices with a token. A device whose key was kept under another secret of the server cannot be
 * written to any more and is left out.
 */
export async function sealedRequests(
  keyring: Keyring,
  devices: readonly DeviceRow[],
  urgency: PushRequest['urgency'],
  payloadFor: (device: DeviceRow) => Readonly<Record<string, unknown>>,
): Promise<PushRequest[]> {
  const requests: PushRequest[] = [];
  for (const [index, device] of devices.entries()) {
    if (index % AT_A_STRETCH === AT_A_STRETCH - 1) await nextTurn();
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
