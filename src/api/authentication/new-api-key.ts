// A new API key for an account, inside a unit of work; the old one, and what was begun with it, is dead at once.

import { endAccess } from '../../actions/accounts/end-access.ts';
import { auditRepeated } from '../../actions/audit/repeated.ts';
import { removeDevicesOf } from '../../actions/push/change-device.ts';
import { apiKeyHash, type Keyring, newApiKey, sealApiKey } from '../../model/accounts/credentials.ts';
import type { Writer } from '../../storage/session.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';

/** Gives an account another API key, from which moment the one before no longer counts; gives the key. */
export async function giveNewApiKey(writer: Writer, keyring: Keyring, accountId: number): Promise<string> {
  const apiKey = newApiKey();
  await updateAccount(writer, accountId, {
    api_key_hash: apiKeyHash(keyring, apiKey),
    api_key_sealed: sealApiKey(keyring, apiKey),
  });
  await auditRepeated(writer, { kind: 'api_key_changed', accountId });
  await endAccess(writer, accountId);
  // Whoever holds the old key must not go on reading along on a phone.
  await removeDevicesOf(writer, accountId);
  return apiKey;
}
