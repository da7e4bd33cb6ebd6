// URLs on this server for pictures and videos hosted elsewhere: `/external_content/{signature}/{URL in
// hexadecimal}`. Viewers of a message load them from this server, which fetches them, so that other servers do
// not learn the viewers' addresses. The signature prevents use of this server to fetch anything that no message
// showed.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

export const EXTERNAL_CONTENT = '/external_content';

function signature(keyring: Keyring, url: string): Buffer {
  const key = createHmac('sha256', keyring.secret).update('external-content').digest();
  return createHmac('sha1', key).update(url).digest();
}

/** The URL on this server for a URL elsewhere. */
export function externalMediaUrl(keyring: Keyring, url: string): string {
  return `${EXTERNAL_CONTENT}/${signature(keyring, url).toString('hex')}/${Buffer.from(url).toString('hex')}`;
}

/** The original URL; undefined if the signature does not match. */
export function signedUrl(keyring: Keyring, digest: string, hex: string): string | undefined {
  if (!/^[0-9a-f]{40}$/.test(digest) || !/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const url = Buffer.from(hex, 'hex').toString('utf8');
  return timingSafeEqual(signature(keyring, url), Buffer.from(digest, 'hex')) ? url : undefined;
}
