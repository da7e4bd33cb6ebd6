// Codes on paper for whoever has lost their authenticator: each opens the account once in place of its code.

import { createHmac, randomInt } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

export const RECOVERY_CODES = 10;
/** Without what looks alike on paper; a code of ten of these has 49 bits, and guesses are counted. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** New codes, as they are shown. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/**
 * The hash by which a code of an account is found; undefined for what is none. It is keyed, so that the table alone is of no
 * use to whoever would try all codes.
 */
export function recoveryCodeHash(keyring: Keyring, accountId: number, typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!/^[a-z0-9]{10}$/.test(code)) return undefined;
  return createHmac('sha256', keyring.secret)
    .update(`recovery code:${accountId}:${code}`)
    .digest('base64url');
}
