// Messages of STUN and TURN (RFC 8489): a type, an ID, and attributes; with a signature if there is a key.

import { createHmac, randomBytes } from 'node:crypto';

const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;
export const attributes = {
  username: 6,
  integrity: 8,
  error: 9,
  lifetime: 13,
  realm: 20,
  nonce: 21,
  transport: 25,
};

export function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/**
 * A message with an ID of its own.
 * @param key signs the message; undefined for none
 */
export function messageOf(type: number, parts: readonly Buffer[], key?: Buffer): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length + (key ? INTEGRITY_BYTES : 0), 2);
  head.writeUInt32BE(MAGIC_COOKIE, 4);
  randomBytes(12).copy(head, 8);
  const message = Buffer.concat([head, body]);
  if (!key) return message;
  const signature = createHmac('sha1', key).update(message).digest();
  return Buffer.concat([message, attribute(attributes.integrity, signature)]);
}

export function attributesIn(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return found;
}

/** The error code of an answer; 0 without one. */
export function errorIn(message: Buffer): number {
  const value = attributesIn(message).get(attributes.error);
  return value && value.length >= 4 ? (value[2] ?? 0) * 100 + (value[3] ?? 0) : 0;
}

/** Whether the bytes are a whole message. */
export function isWhole(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes.length >= HEADER_BYTES + bytes.readUInt16BE(2);
}

/** Whether a whole message is the answer to another one, which has the same ID. */
export function isAnswerTo(answer: Buffer, message: Buffer): boolean {
  return answer.subarray(8, HEADER_BYTES).equals(message.subarray(8, HEADER_BYTES));
}
