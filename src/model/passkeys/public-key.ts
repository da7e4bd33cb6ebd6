// The public keys of passkeys: the supported algorithms, and the verification of signatures.

import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * The COSE algorithms for which every browser provides keys (RFC 9053), best first: Ed25519, ECDSA with P-256, RSA.
 */
export const ALGORITHMS = [-8, -7, -257] as const;
/** Limits for RSA keys: shorter ones are weak, longer ones are slow to verify. */
const MODULUS_BITS = { least: 2048, most: 4096 };

/** Whether a key uses one of the algorithms. */
function isSupported({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'ed25519') return true;
  if (type === 'ec') return details?.namedCurve === 'prime256v1';
  const bits = details?.modulusLength ?? 0;
  return type === 'rsa' && bits >= MODULUS_BITS.least && bits <= MODULUS_BITS.most;
}

/** Parses a key in SubjectPublicKeyInfo form, as browsers provide it; undefined if it is invalid or not supported. */
export function readPublicKey(bytes: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return isSupported(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a signature over some bytes was made with the private key of a public one. */
export function isValidSignature(key: KeyObject, bytes: Buffer, signature: Buffer): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key, signature);
  } catch {
    return false;
  }
}
