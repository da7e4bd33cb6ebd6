// Whether a request was made on this machine, and not passed on by a web server that stands on it. Not every web server
// says that it passes something on, but most then ask for what the browser asked for: a name of the outside.

import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What web servers write into the requests that they pass on. */
const PASSED_ON = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Whether an address is of this machine. */
function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a `Host` header names this machine as only its own programs do. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
}

/** Whether whoever asks is a program of this machine, which asks this machine. */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return isLoopbackHost(headers.host) && isLoopback(socket.remoteAddress ?? '');
}
