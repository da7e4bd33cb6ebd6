// A receiver of Web Push: it makes its keys, and decrypts what it is sent. The decryption is a second implementation of
// RFC 8291 and RFC 8188, so that both sides must agree.

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
type Any = any;

function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  return createHmac('sha256', key).update(Buffer.concat(parts)).digest();
}

/** One block of HKDF, which is enough for all keys here. */
function derived(salt: Buffer, secret: Buffer, info: Buffer, bytes: number): Buffer {
  return hmac(hmac(salt, secret), info, Buffer.from([1])).subarray(0, bytes);
}

export class Receiver {
  readonly auth: Buffer;
  readonly #pair = createECDH('prime256v1');

  constructor(given?: { readonly privateKey: Buffer; readonly auth: Buffer }) {
    this.auth = given?.auth ?? randomBytes(16);
    if (given) this.#pair.setPrivateKey(given.privateKey);
    else this.#pair.generateKeys();
  }

  get publicKey(): Buffer {
    return this.#pair.getPublicKey();
  }

  /** A client's public key fields. */
  get fields(): { readonly p256dh: string; readonly auth: string } {
    return { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') };
  }

  /** Decrypts a body; throws if it is for another receiver. */
  decrypted(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const keyEnd = 21 + body.readUInt8(20);
    const sender = body.subarray(21, keyEnd);
    const record = body.subarray(keyEnd);
    assert.ok(record.length <= recordSize);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const secret = derived(this.auth, this.#pair.computeSecret(sender), info, 32);
    const key = derived(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derived(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    let end = padded.length - 1;
    while (padded[end] === 0) end -= 1;
    assert.equal(padded[end], 2);
    return padded.subarray(0, end);
  }

  read(body: Buffer): Any {
    return JSON.parse(this.decrypted(body).toString('utf8'));
  }
}
