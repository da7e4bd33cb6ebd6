// Encrypts a message for a browser or phone (RFC 8291, with the `aes128gcm` encoding of RFC 8188), so that the
// push service cannot read it. Implemented with `node:crypto`, which has all primitives.

import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const PUBLIC_KEY_BYTES = 65;
export const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** The message size that every push service accepts; it is one record. */
const RECORD_BYTES = 4096;
/** Salt, record size, key length, and key. */
const HEAD_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
/** The maximum size of the plain text; one byte marks its end. */
export const MAX_PLAIN_BYTES = RECORD_BYTES - HEAD_BYTES - TAG_BYTES - 1;
const END_OF_LAST_RECORD = Buffer.from([2]);

/** The keys that a message is encrypted to. */
export interface ReceiverKeys {
  /** 65 bytes: a point of P-256. */
  readonly publicKey: Buffer;
  /** 16 bytes that only the receiver and this server know. */
  readonly auth: Buffer;
}

/** Values that are new for each message; tests fix them to get a known result. */
export interface EncryptionRandomness {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

function deriveKey(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

/** The body of a request to a push service. @throws if the public key is not a point on the curve */
export function encryptForReceiver(
  plain: Buffer,
  { publicKey, auth }: ReceiverKeys,
  randomness?: EncryptionRandomness,
): Buffer {
  if (plain.length > MAX_PLAIN_BYTES) throw new RangeError(`A message has at most ${MAX_PLAIN_BYTES} bytes`);
  const ephemeral = createECDH('prime256v1');
  if (randomness) ephemeral.setPrivateKey(randomness.privateKey);
  else ephemeral.generateKeys();
  const ephemeralKey = ephemeral.getPublicKey();
  const salt = randomness?.salt ?? randomBytes(SALT_BYTES);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ephemeralKey]);
  const secret = deriveKey(ephemeral.computeSecret(publicKey), auth, info, 32);
  const key = deriveKey(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = deriveKey(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(END_OF_LAST_RECORD), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const head = [salt, size, Buffer.from([PUBLIC_KEY_BYTES]), ephemeralKey];
  return Buffer.concat([...head, sealed, cipher.getAuthTag()]);
}

/** Whether bytes are an uncompressed point on the curve. */
export function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length !== PUBLIC_KEY_BYTES || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
