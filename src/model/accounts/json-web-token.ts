// Tokens by which a system that knows who somebody is vouches for them: JSON Web Tokens, signed with a key that it
// shares with this server (HS256, and nothing else: a token never chooses how it is checked).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';

const PARTS = /^([\w-]{1,1000})\.([\w-]{1,10000})\.([\w-]{43})$/;

function badToken(): Error {
  return badRequest('Bad JSON web token');
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
  if (!isRecord(value)) throw badToken();
  return value;
}

/** Whether a moment that a token names, in seconds, passes; one that is none, or not there, does not. */
function isTime(value: unknown, passes: (moment: number) => boolean): boolean {
  return typeof value === 'number' && Number.isFinite(value) && passes(value);
}

/**
 * The address that a token vouches for at a moment in seconds.
 * @param audience the host of the organization, which the token must name; it must have an end, too
 * @throws when it is none, has another signature, or is not valid at the moment
 */
export function vouchedAddress(token: string, key: string, audience: string, now: number): string {
  const [, header, claims, signature] = PARTS.exec(token) ?? [];
  if (!header || !claims || !signature) throw badToken();
  const expected = createHmac('sha256', key).update(`${header}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badToken();
  if (decoded(header).alg !== 'HS256') throw badToken();
  const { email, exp, nbf, aud } = decoded(claims);
  if (!isTime(exp, (moment) => now < moment)) throw badToken();
  if (nbf !== undefined && !isTime(nbf, (moment) => now >= moment)) throw badToken();
  // One key speaks for all organizations of a server: a token says for which.
  if (audience === '' || ![aud].flat().includes(audience)) throw badToken();
  if (typeof email !== 'string' || email === '') {
    throw badRequest('No email specified in JSON web token claims');
  }
  return email;
}
