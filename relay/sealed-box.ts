// Decrypts data that clients encrypt to the relay: libsodium's sealed box (X25519 and XSalsa20-Poly1305, the
// nonce a BLAKE2b hash of both public keys). Servers that pass it on cannot read it.

import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';

const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const TAG_BYTES = 16;
/** The bytes before the bare keys in their DER encoding. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');
const SIGMA = Buffer.from('expand 32-byte k');

/** The relay's key pair (X25519). */
export interface RelayKey {
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** The key pair of 32 secret bytes. */
export function relayKey(secret: Buffer): RelayKey {
  const der = Buffer.concat([PRIVATE_HEAD, secret]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return { publicKey: Buffer.from(publicKey), privateKey };
}

function words(bytes: Buffer): Uint32Array {
  const result = new Uint32Array(bytes.length / 4);
  for (let index = 0; index < result.length; index++) result[index] = bytes.readUInt32LE(index * 4);
  return result;
}

function bytesOf(numbers: Uint32Array): Buffer {
  const result = Buffer.alloc(numbers.length * 4);
  for (const [index, word] of numbers.entries()) result.writeUInt32LE(word, index * 4);
  return result;
}

/** The shared key, derived as in libsodium's box. */
function boxKey(privateKey: KeyObject, publicKey: Buffer): Buffer {
  const other = createPublicKey({
    key: Buffer.concat([PUBLIC_HEAD, publicKey]),
    format: 'der',
    type: 'spki',
  });
  const shared = diffieHellman({ privateKey, publicKey: other });
  const out = new Uint32Array(8);
  hsalsa(words(SIGMA), words(shared), new Uint32Array(4), out);
  return bytesOf(out);
}

/** The nonce of a sealed box between two public keys. */
function sealedNonce(ephemeral: Buffer, recipient: Buffer): Uint8Array {
  return blake2b(Buffer.concat([ephemeral, recipient]), { dkLen: NONCE_BYTES });
}

/** The decrypted content; undefined for anything that was not sealed to this key. */
export function openSealed(key: RelayKey, sealed: Buffer): Buffer | undefined {
  if (sealed.length < KEY_BYTES + TAG_BYTES) return undefined;
  const ephemeral = sealed.subarray(0, KEY_BYTES);
  try {
    const nonce = sealedNonce(ephemeral, key.publicKey);
    return Buffer.from(
      xsalsa20poly1305(boxKey(key.privateKey, ephemeral), nonce).decrypt(sealed.subarray(KEY_BYTES)),
    );
  } catch {
    return undefined;
  }
}
