// Signed JSON Web Tokens, with which the relay authenticates at Apple and Google.

import { type KeyObject, sign } from 'node:crypto';
import type { Fields } from './relay-context.ts';

function encodePart(value: Fields): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token signed with an EC key (ES256) or an RSA key (RS256), according to the algorithm in its header. */
export function signedToken(
  header: Fields & { readonly alg: 'ES256' | 'RS256' },
  claims: Fields,
  key: KeyObject,
): string {
  const content = `${encodePart({ typ: 'JWT', ...header })}.${encodePart(claims)}`;
  const options = header.alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  return `${content}.${sign('sha256', Buffer.from(content), options).toString('base64url')}`;
}
