// The check of TURN servers, against one that this test plays: it verifies the credentials as RFC 8656 says.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { after, test } from 'node:test';
import { allocateAt } from '../../src/integrations/native-calls/turn-client.ts';

const secret = 'a secret';
const realm = 'turn.example.com';
const requests: string[] = [];
let isOpen = false;
/** How many of the next messages are lost. */
let losses = 0;
/** Whether each message is answered twice. */
let isDoubled = false;

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.from([0, type, 0, value.length]);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function answer(request: Buffer, type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.from(request.subarray(0, 20));
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** The value of an attribute, and where it begins. */
function found(message: Buffer, wanted: number): { readonly value: Buffer; readonly at: number } | undefined {
  for (let at = 20; at < message.length; ) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === wanted) return { value: message.subarray(at + 4, at + 4 + length), at };
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return undefined;
}

function isSigned(message: Buffer): boolean {
  const [username, integrity] = [found(message, 6), found(message, 8)];
  if (!username || !integrity) return false;
  const name = username.value.toString();
  if (Number(name.split(':')[0]) < Date.now() / 1000) return false;
  const password = createHmac('sha1', secret).update(name).digest('base64');
  const key = createHash('md5').update(`${name}:${realm}:${password}`).digest();
  const expected = createHmac('sha1', key).update(message.subarray(0, integrity.at)).digest();
  return integrity.value.equals(expected);
}

const socket = createSocket('udp4');
socket.on('message', (message, from) => {
  if (losses > 0) {
    losses--;
    return;
  }
  const type = message.readUInt16BE(0);
  requests.push(type === 3 ? 'allocate' : 'refresh');
  const error = (code: number) =>
    answer(
      message,
      type + 0x110,
      attribute(9, Buffer.from([0, 0, Math.floor(code / 100), code % 100])),
      attribute(20, Buffer.from(realm)),
      attribute(21, Buffer.from('a nonce')),
    );
  const isAllowed = isOpen || isSigned(message);
  const bytes = isAllowed ? answer(message, type + 0x100) : error(401);
  for (let count = isDoubled ? 2 : 1; count > 0; count--) socket.send(bytes, from.port, from.address);
});
await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
after(() => socket.close());
const url = `turn:127.0.0.1:${socket.address().port}`;

test('a TURN server that accepts the credentials relays, and gets its address back', async () => {
  assert.equal(await allocateAt(url, secret), undefined);
  assert.deepEqual(requests, ['allocate', 'allocate', 'refresh']);
});

test('what UDP loses is sent again, and what it repeats counts once', async () => {
  losses = 1;
  isDoubled = true;
  assert.equal(await allocateAt(url, secret), undefined);
  assert.equal(losses, 0);
  isDoubled = false;
});

test('another secret is reported', async () => {
  assert.match(String(await allocateAt(url, 'another secret')), /^it refuses the credentials \(401\)/);
});

test('a server that relays for anyone is reported', async () => {
  isOpen = true;
  assert.match(String(await allocateAt(url, secret)), /^it relays for anyone/);
  isOpen = false;
});

test('a port where nothing listens is reported', async () => {
  assert.match(String(await allocateAt('turn:127.0.0.1:1?transport=tcp', secret)), /ECONNREFUSED/);
});

test('an address that cannot be used is reported', async () => {
  assert.match(String(await allocateAt('turn:127.0.0.1:99999?transport=tcp', secret)), /port/i);
  assert.match(String(await allocateAt('turn:127.0.0.1:99999', secret)), /port/i);
});

test('DTLS is not tried', async () => {
  assert.equal(await allocateAt('turns:127.0.0.1?transport=udp', secret), 'not supported');
});
