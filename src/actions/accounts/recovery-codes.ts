// The recovery codes of an account, of which hashes are kept: what was shown is never shown again.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../model/second-factor/recovery-code.ts';
import type { Writer } from '../../storage/session.ts';
import { replaceRecoveryCodes } from '../../stores/second-factor/recovery-code-store.ts';
import { audit } from '../audit/audit.ts';

/** Codes for an account whose second factor is switched on; older ones count no longer. */
export async function giveFirstCodes(writer: Writer, keyring: Keyring, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(keyring, accountId, code) ?? '');
  await replaceRecoveryCodes(writer, accountId, hashes);
  return codes;
}

/** New codes for an account that has some; the older ones count no longer. */
export async function giveRecoveryCodes(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
): Promise<string[]> {
  await audit(writer, { kind: 'recovery_codes_made', accountId });
  return giveFirstCodes(writer, keyring, accountId);
}
