// The codes of authenticators, which follow from a shared secret and the time (RFC 4226 and RFC 6238). The
// parameters are those that every authenticator assumes: SHA-1, six digits, steps of 30 seconds.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** The length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** The number of steps before and after the current one that are accepted, for inaccurate clocks and slow typing. */
const TOLERATED_STEPS = 1;

export function newAuthenticatorSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of a secret for a counter (RFC 4226), padded to `digits` digits. */
export function oneTimeCode(secret: Buffer, counter: number, digits: number = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step at a time, which is the counter of its code. */
export function stepAt(seconds: number): number {
  return Math.floor(seconds / STEP_SECONDS);
}

/** The code as it was typed, which may contain spaces; undefined if it is not a code. */
function digitsOf(typed: string): string | undefined {
  const digits = typed.replace(/\s/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

/**
 * The step of a typed code, among those near the current time; undefined if it matches none. All are compared,
 * so that the duration reveals nothing.
 * @param usedStep the last step whose code was used. Codes of it and of earlier steps are not accepted.
 */
export function matchingStep(
  secret: Buffer,
  typed: string,
  now: number,
  usedStep: number | null,
): number | undefined {
  const digits = digitsOf(typed);
  if (digits === undefined) return undefined;
  const currentStep = stepAt(now);
  let found: number | undefined;
  for (let step = currentStep - TOLERATED_STEPS; step <= currentStep + TOLERATED_STEPS; step++) {
    const isRight = timingSafeEqual(Buffer.from(oneTimeCode(secret, step)), Buffer.from(digits));
    if (isRight && (usedStep === null || step > usedStep)) found ??= step;
  }
  return found;
}
