// Recovery codes for people who have lost their authenticator. Each can be used once instead of its code.

import { createHmac, randomInt } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

export const RECOVERY_CODE_COUNT = 10;
/** Omits characters that look alike on paper. Ten of these have 49 bits, and guesses are limited. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** New codes, as they are shown. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => `${half()}-${half()}`);
}

/**
 * The hash by which an account's code is found; undefined if the text is not a code. It is keyed, so that the
 * table alone does not allow trying all codes.
 */
export function recoveryCodeHash(keyring: Keyring, accountId: number, typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!/^[a-z0-9]{10}$/.test(code)) return undefined;
  return createHmac('sha256', keyring.secret)
    .update(`recovery code:${accountId}:${code}`)
    .digest('base64url');
}
