// Replaces an account's API key within a unit of work. The old key, and everything that was begun with it, ends
// immediately.

import { endAccess } from '../../actions/accounts/end-access.ts';
import { auditRepeated } from '../../actions/audit/repeated.ts';
import { removeDevicesOf } from '../../actions/push/change-device.ts';
import { apiKeyHash, type Keyring, newApiKey, sealApiKey } from '../../model/accounts/credentials.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';

/** Replaces an account's API key and returns the new one. */
export async function replaceApiKey(writer: Writer, keyring: Keyring, accountId: number): Promise<string> {
  const apiKey = newApiKey();
  await updateAccount(writer, accountId, {
    api_key_hash: apiKeyHash(keyring, apiKey),
    api_key_sealed: sealApiKey(keyring, apiKey),
  });
  await auditRepeated(writer, { kind: 'api_key_changed', accountId });
  await endAccess(writer, accountId);
  // Someone who holds the old key must not keep receiving notifications on a phone.
  await removeDevicesOf(writer, accountId);
  return apiKey;
}
