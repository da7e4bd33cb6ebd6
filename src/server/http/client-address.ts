// The address, host and protocol that a client used, as trusted proxies report them.

import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from './trusted-addresses.ts';

/** The last entry of a header: proxies append theirs. */
function lastEntry(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  return [header].flat().join(',').split(',').at(-1)?.trim() || undefined;
}

function isFromProxy({ socket }: IncomingMessage, isTrusted: IsTrusted): boolean {
  return socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress);
}

/**
 * The address of the client: the first one, from this server on, that is not a trusted proxy's. Empty if the
 * connection ended before anything read its address.
 */
export function clientAddress({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  let address = socket.remoteAddress ?? '';
  const reported = [headers['x-forwarded-for']].flat().join(',').split(',');
  while (isTrusted(address)) {
    const next = reported.pop();
    if (next === undefined) break;
    address = next.trim() || address;
  }
  return address;
}

/** The host that the client requested; empty if there is none. */
export function requestedHost(request: IncomingMessage, isTrusted: IsTrusted): string {
  const forwarded = lastEntry(request.headers['x-forwarded-host']);
  return (isFromProxy(request, isTrusted) ? forwarded : undefined) ?? request.headers.host ?? '';
}

/** The protocol that the client used. This server itself speaks http only. */
export function requestedProtocol(request: IncomingMessage, isTrusted: IsTrusted): string {
  const forwarded = lastEntry(request.headers['x-forwarded-proto']);
  return (isFromProxy(request, isTrusted) ? forwarded : undefined) ?? 'http';
}
