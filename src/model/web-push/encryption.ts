// Encrypting a message for a browser or a phone (RFC 8291, in the form `aes128gcm` of RFC 8188), so that the push service that
// carries it cannot read it. Written over `node:crypto`, which has every part of it.

import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const PUBLIC_KEY_BYTES = 65;
export const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Of a message that every push service carries; it is one record. */
const RECORD_BYTES = 4096;
/** Salt, size of a record, length of the key and the key. */
const HEAD_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
/** What is encrypted at most; a byte marks its end. */
export const PLAIN_BYTES = RECORD_BYTES - HEAD_BYTES - TAG_BYTES - 1;
const END_OF_LAST_RECORD = Buffer.from([2]);

/** What a message is encrypted to. */
export interface ReceiverKeys {
  /** 65 bytes: a point of P-256. */
  readonly publicKey: Buffer;
  /** 16 bytes that only the receiver and this server know. */
  readonly auth: Buffer;
}

/** What is made anew for each message; given by tests that know what comes out. */
export interface Fresh {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

/** The body of a request to a push service. Throws where the public key is no point of the curve. */
export function encrypted(plain: Buffer, { publicKey, auth }: ReceiverKeys, fresh?: Fresh): Buffer {
  if (plain.length > PLAIN_BYTES) throw new RangeError(`A message has at most ${PLAIN_BYTES} bytes`);
  const own = createECDH('prime256v1');
  if (fresh) own.setPrivateKey(fresh.privateKey);
  else own.generateKeys();
  const ownKey = own.getPublicKey();
  const salt = fresh?.salt ?? randomBytes(SALT_BYTES);
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownKey]);
  const secret = derived(own.computeSecret(publicKey), auth, both, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(END_OF_LAST_RECORD), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const head = [salt, size, Buffer.from([PUBLIC_KEY_BYTES]), ownKey];
  return Buffer.concat([...head, sealed, cipher.getAuthTag()]);
}

/** Whether bytes are a point of the curve in its uncompressed form. */
export function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length !== PUBLIC_KEY_BYTES || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
