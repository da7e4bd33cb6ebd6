// The key pair that identifies this server to push services (RFC 8292), on P-256. It is derived from the
// server's secret, so that nothing is stored, and several servers with one database are the same sender.

import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

/** The order of the curve. A private key is a number from 1 to one less than it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** More than a key has, so that all keys are equally likely. */
const SEED_BYTES = 48;
const KEY_BYTES = 32;

export interface ServerKeys {
  /** 65 bytes, uncompressed. */
  readonly publicKey: Buffer;
  readonly signingKey: KeyObject;
}

/** The key pair of a server; always the same for a keyring. */
export function serverKeys(keyring: Keyring): ServerKeys {
  const seed = Buffer.from(hkdfSync('sha256', keyring.secret, '', 'web-push-sender', SEED_BYTES));
  const number = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const secret = Buffer.from(number.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const publicKey = pair.getPublicKey();
  const coordinate = (from: number) => publicKey.subarray(from, from + KEY_BYTES).toString('base64url');
  const signingKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: coordinate(1),
      y: coordinate(1 + KEY_BYTES),
    },
  });
  return { publicKey, signingKey };
}
