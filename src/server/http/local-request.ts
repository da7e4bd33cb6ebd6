// Whether a request was made on this machine, and not passed on by a web server that stands on it. Not every web server
// says that it passes something on, but most then ask for what the browser asked for: a name of the outside.

import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from '../../model/loopback.ts';

/** What web servers write into the requests that they pass on. */
const PASSED_ON = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Whether whoever asks is a program of this machine, which asks this machine. */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return isLoopbackHost(headers.host ?? '') && isLoopbackAddress(socket.remoteAddress ?? '');
}
