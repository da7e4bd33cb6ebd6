// Whether a request was made on this machine, and not passed on by a web server that stands on it.

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

/** Whether whoever asks is a program of this machine. */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const peer = socket.remoteAddress ?? '';
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return loopback.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');
}
