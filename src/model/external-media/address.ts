// Addresses of our own for pictures and films elsewhere: `/external_content/{signature}/{address in hexadecimal}`. Who
// reads a message loads them from this server, which asks for them: nobody's address goes to strangers. The signature
// keeps others from using the server to fetch what no message showed.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

export const EXTERNAL_CONTENT = '/external_content';

function signature(keyring: Keyring, url: string): Buffer {
  const key = createHmac('sha256', keyring.secret).update('external-content').digest();
  return createHmac('sha1', key).update(url).digest();
}

/** Where readers load what lies at an address of the web. */
export function externalMediaUrl(keyring: Keyring, url: string): string {
  return `${EXTERNAL_CONTENT}/${signature(keyring, url).toString('hex')}/${Buffer.from(url).toString('hex')}`;
}

/** The address that was signed; undefined where the signature is another. */
export function signedUrl(keyring: Keyring, digest: string, hex: string): string | undefined {
  if (!/^[0-9a-f]{40}$/.test(digest) || !/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const url = Buffer.from(hex, 'hex').toString('utf8');
  return timingSafeEqual(signature(keyring, url), Buffer.from(digest, 'hex')) ? url : undefined;
}
