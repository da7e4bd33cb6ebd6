// The public keys of passkeys: which are taken, and whether one made a signature.

import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** What the algorithms are called that every browser hands keys out for (RFC 9053): Ed25519, ECDSA with P-256, RSA; best first. */
export const ALGORITHMS = [-8, -7, -257] as const;
/** Of an RSA key: a shorter one is weak, a longer one makes work. */
const MODULUS_BITS = { least: 2048, most: 4096 };

/** Whether a key is of one of the algorithms. */
function isTaken({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'ed25519') return true;
  if (type === 'ec') return details?.namedCurve === 'prime256v1';
  const bits = details?.modulusLength ?? 0;
  return type === 'rsa' && bits >= MODULUS_BITS.least && bits <= MODULUS_BITS.most;
}

/** A key as browsers hand it out (SubjectPublicKeyInfo); undefined for what is none, and for one that is not taken. */
export function readPublicKey(bytes: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return isTaken(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a signature over some bytes was made with a key's other half. */
export function isSignedBy(key: KeyObject, bytes: Buffer, signature: Buffer): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key, signature);
  } catch {
    return false;
  }
}
