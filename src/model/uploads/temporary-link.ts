// URLs that give access to an upload without credentials for a minute, for programs that a client passes a file
// to. The URL contains everything, signed with the server's secret. It becomes invalid earlier if the account's
// access ends.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../accounts/account.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { parseUploadPath } from './path-id.ts';

const SIGNATURE_BYTES = 32;
const NUMBER_BYTES = 8;
/** The expiry, the account, and its access version. */
const HEAD_BYTES = 3 * NUMBER_BYTES;

/** The content of a URL: the upload, and the account that it was made for. */
export interface TemporaryLink {
  readonly pathId: string;
  readonly accountId: number;
  readonly accessVersion: number;
}

function signature(keyring: Keyring, content: Buffer): Buffer {
  return createHmac('sha256', keyring.secret).update('temporary-upload-link:').update(content).digest();
}

/**
 * A URL of an upload for an account.
 * @param now in seconds
 */
export function temporaryUrl(
  keyring: Keyring,
  { id, accessVersion }: Pick<Account, 'id' | 'accessVersion'>,
  pathId: string,
  now: number,
): string {
  const content = Buffer.alloc(HEAD_BYTES + Buffer.byteLength(pathId));
  const head = [now + limits.temporaryLinkSeconds, id, accessVersion];
  for (const [index, value] of head.entries()) content.writeBigUInt64BE(BigInt(value), index * NUMBER_BYTES);
  content.write(pathId, HEAD_BYTES);
  const token = Buffer.concat([signature(keyring, content), content])
    .toString('hex')
    .toUpperCase();
  const name = parseUploadPath(pathId)?.name ?? '';
  return `/user_uploads/temporary/${token}/${encodeURIComponent(name)}`;
}

/** The content of a token; undefined if it is forged or expired. */
export function verifyTemporaryToken(
  keyring: Keyring,
  token: string,
  now: number,
): TemporaryLink | undefined {
  if (!/^(?:[0-9A-F]{2})+$/i.test(token)) return undefined;
  const bytes = Buffer.from(token, 'hex');
  if (bytes.length <= SIGNATURE_BYTES + HEAD_BYTES) return undefined;
  const content = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(keyring, content))) return undefined;
  const [until, accountId, accessVersion] = [0, 1, 2].map((index) =>
    Number(content.readBigUInt64BE(index * NUMBER_BYTES)),
  ) as [number, number, number];
  if (until < now) return undefined;
  return { accountId, accessVersion, pathId: content.toString('utf8', HEAD_BYTES) };
}
