// Tries a TURN server as a browser would (RFC 8656): asks for a relayed address with credentials, and gives it back. For
// `check`.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { limits } from '../../api-contract/limits.ts';
import { readClocks } from '../../api-contract/service-clock.ts';
import { turnCredentials } from '../../model/native-calls/turn-credentials.ts';

const WAIT_MILLISECONDS = 5000;
const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;
const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const ALLOCATED = 0x0103;
const REFUSED = 0x0113;
const UDP = 17;
const UNAUTHORIZED = 401;
const attributes = { username: 6, integrity: 8, error: 9, lifetime: 13, realm: 20, nonce: 21, transport: 25 };

/** Sends a message and returns the answer. */
interface Exchange {
  send(message: Buffer): Promise<Buffer>;
  close(): void;
}

/** The problem of a TURN server; undefined if it relays with credentials of this secret. */
export async function allocateAt(url: string, secret: string): Promise<string | undefined> {
  const [, scheme = '', host = '', port, , transport = scheme.toLowerCase() === 'turns' ? 'tcp' : 'udp'] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(\?transport=(udp|tcp))?$/i.exec(url) ?? [];
  const isTls = scheme.toLowerCase() === 'turns';
  // Browsers speak DTLS to such a server, which Node.js does not.
  if (isTls && transport === 'udp') return 'not supported';
  const address = { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (isTls ? 5349 : 3478)) };
  const exchange = transport === 'udp' ? overUdp(address) : overStream(address, isTls);
  try {
    return await allocate(exchange, secret);
  } catch (error) {
    return (error as Error).message;
  } finally {
    exchange.close();
  }
}

async function allocate(exchange: Exchange, secret: string): Promise<string | undefined> {
  const wanted = attribute(attributes.transport, Buffer.from([UDP, 0, 0, 0]));
  const first = await exchange.send(messageOf(ALLOCATE, [wanted]));
  if (first.readUInt16BE(0) === ALLOCATED)
    return 'it relays for anyone, without credentials. Set use-auth-secret';
  const challenge = attributesIn(first);
  const [realm, nonce] = [challenge.get(attributes.realm), challenge.get(attributes.nonce)];
  if (errorIn(first) !== UNAUTHORIZED || !realm || !nonce)
    return `it answers a request without credentials with ${errorIn(first)}, not ${UNAUTHORIZED}`;
  const expiresAt = Math.floor(readClocks().wall / 1000) + limits.turnSeconds;
  const { username, credential } = turnCredentials(secret, expiresAt);
  const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
  const own = [
    attribute(attributes.username, Buffer.from(username)),
    attribute(attributes.realm, realm),
    attribute(attributes.nonce, nonce),
  ];
  const second = await exchange.send(messageOf(ALLOCATE, [wanted, ...own], key));
  if (second.readUInt16BE(0) === REFUSED)
    return `it refuses the credentials (${errorIn(second)}). Compare static-auth-secret with PARLEY_TURN_SECRET`;
  if (second.readUInt16BE(0) !== ALLOCATED) return 'it does not answer like a TURN server';
  const ended = attribute(attributes.lifetime, Buffer.alloc(4));
  await exchange.send(messageOf(REFRESH, [ended, ...own], key));
  return undefined;
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** @param key signs the message; undefined for none */
function messageOf(type: number, parts: readonly Buffer[], key?: Buffer): Buffer {
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

function attributesIn(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return found;
}

/** The error code of an answer; 0 without one. */
function errorIn(message: Buffer): number {
  const value = attributesIn(message).get(attributes.error);
  return value && value.length >= 4 ? (value[2] ?? 0) * 100 + (value[3] ?? 0) : 0;
}

/** Whether the bytes are a whole message. */
function isWhole(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes.length >= HEADER_BYTES + bytes.readUInt16BE(2);
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it does not answer in time')), WAIT_MILLISECONDS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function overUdp({ host, port }: Address): Exchange {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return {
    send: (message) =>
      within(
        new Promise((resolve, reject) => {
          socket.once('error', reject);
          socket.once('message', (answer) =>
            isWhole(answer) ? resolve(answer) : reject(new Error('it does not answer like a TURN server')),
          );
          socket.send(message, port, host, (error) => error && reject(error));
        }),
      ),
    close: () => socket.close(),
  };
}

function overStream({ host, port }: Address, isTls: boolean): Exchange {
  const socket: Socket = isTls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  let received = Buffer.alloc(0);
  return {
    send: (message) =>
      within(
        new Promise((resolve, reject) => {
          socket.once('error', reject);
          socket.once('close', () => reject(new Error('it closes the connection')));
          const take = (bytes: Buffer) => {
            received = Buffer.concat([received, bytes]);
            if (!isWhole(received)) return;
            socket.off('data', take);
            resolve(received);
            received = Buffer.alloc(0);
          };
          socket.on('data', take);
          socket.write(message);
        }),
      ),
    close: () => socket.destroy(),
  };
}
