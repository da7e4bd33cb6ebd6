// Determines whether a request was made on this machine, and not forwarded by a web server running on it. Not
// every web server adds a header when it forwards, but most then send the host that the browser requested,
// which is an external name.

import { isLoopbackAddress, isLoopbackHost } from '../../model/loopback.ts';
import type { HttpRequest } from './http-request.ts';

/** Headers that web servers add to forwarded requests. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Whether a program on this machine sent the request, to a loopback address. */
export function isLocal({ headers, socket }: Pick<HttpRequest, 'headers' | 'socket'>): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return isLoopbackHost(headers.host ?? '') && isLoopbackAddress(socket.remoteAddress ?? '');
}
