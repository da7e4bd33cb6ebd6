// Tries a TURN server as a browser would (RFC 8656): asks for a relayed address with credentials, and gives it back. For
// `check`.

import { createHash } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import { readClocks } from '../../api-contract/service-clock.ts';
import { turnCredentials } from '../../model/native-calls/turn-credentials.ts';
import { type Exchange, overStream, overUdp } from './turn-exchange.ts';
import { attribute, attributes, attributesIn, errorIn, messageOf } from './turn-message.ts';

const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const ALLOCATED = 0x0103;
const REFUSED = 0x0113;
const UDP = 17;
const UNAUTHORIZED = 401;

/** The problem of a TURN server; undefined if it relays with credentials of this secret. */
export async function allocateAt(url: string, secret: string): Promise<string | undefined> {
  const [, scheme = '', host = '', port, , transport = scheme.toLowerCase() === 'turns' ? 'tcp' : 'udp'] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(\?transport=(udp|tcp))?$/i.exec(url) ?? [];
  const isTls = scheme.toLowerCase() === 'turns';
  // Browsers speak DTLS to such a server, which Node.js does not.
  if (isTls && transport === 'udp') return 'not supported';
  const address = { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (isTls ? 5349 : 3478)) };
  let exchange: Exchange | undefined;
  try {
    exchange = transport === 'udp' ? overUdp(address) : overStream(address, isTls);
    return await allocate(exchange, secret);
  } catch (error) {
    return (error as Error).message;
  } finally {
    exchange?.close();
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
