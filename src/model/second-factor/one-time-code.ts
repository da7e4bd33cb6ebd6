// The codes of an authenticator: a number that follows from a shared secret and the time (RFC 4226 and RFC 6238, as every
// authenticator takes them without being told more: SHA-1, six digits, steps of 30 seconds).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** As many as the hash has, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Clocks of phones go wrong, and people type slowly: steps before and after the present one that count too. */
const TOLERATED_STEPS = 1;

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of a counter. */
export function codeOf(secret: Buffer, counter: number, digits: number = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step that a moment lies in, which is the counter of its code. */
export function stepAt(seconds: number): number {
  return Math.floor(seconds / STEP_SECONDS);
}

/** The code as it was typed, which may hold spaces; undefined for what is none. */
function digitsOf(typed: string): string | undefined {
  const digits = typed.replace(/\s/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

/**
 * The step whose code was typed, of those near a moment; undefined where it is the code of none. All are compared, so that the
 * time it takes tells nothing.
 * @param usedStep the last one whose code was taken: neither it nor an earlier one counts again
 */
export function stepOfCode(
  secret: Buffer,
  typed: string,
  now: number,
  usedStep: number | null,
): number | undefined {
  const digits = digitsOf(typed);
  if (digits === undefined) return undefined;
  const present = stepAt(now);
  let found: number | undefined;
  for (let step = present - TOLERATED_STEPS; step <= present + TOLERATED_STEPS; step++) {
    const isRight = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(digits));
    if (isRight && (usedStep === null || step > usedStep)) found ??= step;
  }
  return found;
}
