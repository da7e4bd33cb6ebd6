// JSON Web Tokens with which a trusted system confirms a person's identity. They are signed with a key it
// shares with this server, always with HS256: the token's header never chooses the algorithm.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';

const PARTS = /^([\w-]{1,1000})\.([\w-]{1,10000})\.([\w-]{43})$/;

function badToken(): Error {
  return badRequest('Bad JSON web token');
}

function decodePart(part: string): Readonly<Record<string, unknown>> {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
  if (!isRecord(value)) throw badToken();
  return value;
}

/** Whether a value is a time in seconds that passes a check. False for anything that is not a number. */
function isTime(value: unknown, passes: (moment: number) => boolean): boolean {
  return typeof value === 'number' && Number.isFinite(value) && passes(value);
}

/**
 * The email address that a token confirms at a time in seconds.
 * @param audience the host of the organization, which the token must name. It must have an expiry, too.
 * @throws for a malformed token, a wrong signature, or a token that is not valid at this time
 */
export function verifiedTokenEmail(token: string, key: string, audience: string, now: number): string {
  const [, header, claims, signature] = PARTS.exec(token) ?? [];
  if (!header || !claims || !signature) throw badToken();
  const expected = createHmac('sha256', key).update(`${header}.${claims}`).digest();
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw badToken();
  if (decodePart(header).alg !== 'HS256') throw badToken();
  const { email, exp, nbf, aud } = decodePart(claims);
  if (!isTime(exp, (moment) => now < moment)) throw badToken();
  if (nbf !== undefined && !isTime(nbf, (moment) => now >= moment)) throw badToken();
  // One key signs for all organizations of a server, so the token must name this one.
  if (audience === '' || ![aud].flat().includes(audience)) throw badToken();
  if (typeof email !== 'string' || email === '') {
    throw badRequest('No email specified in JSON web token claims');
  }
  return email;
}
