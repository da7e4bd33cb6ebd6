// Tokens by which a system that knows who somebody is vouches for them: JSON Web Tokens, signed with a key that it
// shares with this server (HS256, and nothing else: a token never chooses how it is checked).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';

const PARTS = /^([\w-]{1,1000})\.([\w-]{1,10000})\.([\w-]{43})$/;

function badToken(): Error {
  return badRequest('Bad JSON web token');
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    throw badToken();
  }
  if (!isRecord(value)) throw badToken();
  return value;
}

/** Whether a moment that a token names, in seconds, passes; one that is none does not. */
function isTime(value: unknown, passes: (moment: number) => boolean): boolean {
  if (value === undefined) return true;
  return typeof value === 'number' && Number.isFinite(value) && passes(value);
}

/**
 * The address that a token vouches for at a moment in seconds.
 * @throws when it is none, has another signature, or is not valid at the moment
 */
export function vouchedAddress(token: string, key: string, now: number): string {
  const [, header, claims, signature] = PARTS.exec(token) ?? [];
  if (!header || !claims || !signature) throw badToken();
  const expected = createHmac('sha256', key).update(`${header}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badToken();
  if (decoded(header).alg !== 'HS256') throw badToken();
  const { email, exp, nbf } = decoded(claims);
  if (!isTime(exp, (moment) => now < moment) || !isTime(nbf, (moment) => now >= moment)) throw badToken();
  if (typeof email !== 'string' || email === '') {
    throw badRequest('No email specified in JSON web token claims');
  }
  return email;
}
