// Addresses that lead to an upload without credentials, for a minute: for programs that a client hands a file to.
// Everything is in the address, signed by the server's secret.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { uploadPlace } from './path-id.ts';

const SIGNATURE_BYTES = 32;
const TIME_BYTES = 8;

function signature(keyring: Keyring, content: Buffer): Buffer {
  return createHmac('sha256', keyring.secret).update('temporary-upload-link:').update(content).digest();
}

/** An address for an upload; `now` in seconds. */
export function temporaryUrl(keyring: Keyring, pathId: string, now: number): string {
  const content = Buffer.alloc(TIME_BYTES + Buffer.byteLength(pathId));
  content.writeBigUInt64BE(BigInt(now + limits.temporaryLinkSeconds));
  content.write(pathId, TIME_BYTES);
  const token = Buffer.concat([signature(keyring, content), content])
    .toString('hex')
    .toUpperCase();
  const name = uploadPlace(pathId)?.name ?? '';
  return `/user_uploads/temporary/${token}/${encodeURIComponent(name)}`;
}

/** The path that a token leads to; undefined when it is forged or late. */
export function pathOfToken(keyring: Keyring, token: string, now: number): string | undefined {
  if (!/^(?:[0-9A-F]{2})+$/i.test(token)) return undefined;
  const bytes = Buffer.from(token, 'hex');
  if (bytes.length <= SIGNATURE_BYTES + TIME_BYTES) return undefined;
  const content = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(keyring, content))) return undefined;
  if (content.readBigUInt64BE() < BigInt(now)) return undefined;
  return content.toString('utf8', TIME_BYTES);
}
