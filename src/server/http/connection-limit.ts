// Limits the open connections per network: enough for an office behind one address, where each person has
// several clients waiting for events, and too few to fill the server. Behind a trusted proxy, requests in
// progress are counted instead, by the address that the proxy states.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { rateLimited } from '../../api-contract/error.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import type { HttpServer } from './http-server.ts';
import type { IsTrusted } from './trusted-addresses.ts';

const TRY_AGAIN_SECONDS = 5;

class Counts {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one more; false if the limit is reached. */
  acquire(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  release(address: string): void {
    const remaining = (this.#counts.get(address) ?? 0) - 1;
    if (remaining > 0) this.#counts.set(address, remaining);
    else this.#counts.delete(address);
  }
}

function boundConnections(server: Server, counts: Counts, isTrusted: IsTrusted): void {
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined || isTrusted(peer)) return;
    const address = clientNetworkOf(peer);
    if (!counts.acquire(address)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => counts.release(address));
  });
}

/**
 * Limits the connections of each network. Excess connections are closed at once, and excess requests passed
 * on by a trusted proxy are rejected.
 */
export function limitConnections(http: HttpServer, limit: number, isTrusted: IsTrusted): void {
  const counts = new Counts(limit);
  http.onServer((server) => boundConnections(server, counts, isTrusted));
  http.onRequest((request, reply) => {
    const peer = request.socket.remoteAddress;
    if (peer === undefined || !isTrusted(peer)) return;
    const address = clientNetworkOf(request.ip);
    if (!counts.acquire(address)) throw rateLimited(TRY_AGAIN_SECONDS);
    // `close` is also emitted when the client disconnects early.
    reply.raw.once('close', () => counts.release(address));
  });
}
