// The recovery codes of an account. Only hashes are stored, so they are shown once.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../model/second-factor/recovery-code.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { replaceRecoveryCodes } from '../../stores/second-factor/recovery-code-store.ts';
import { audit } from '../audit/audit.ts';

/** Creates the codes when the second factor is switched on; older ones become invalid. */
export async function createFirstCodes(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(keyring, accountId, code) ?? '');
  await replaceRecoveryCodes(writer, accountId, hashes);
  return codes;
}

/** Creates new codes for an account that has some; the older ones become invalid. */
export async function createRecoveryCodes(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
): Promise<string[]> {
  await audit(writer, { kind: 'recovery_codes_made', accountId });
  return createFirstCodes(writer, keyring, accountId);
}
