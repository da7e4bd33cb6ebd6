// How many connections an address may hold open: enough for an office behind one address, where each person has several
// clients that wait for events, and too few to fill the server. Behind a trusted proxy the requests under way are
// counted in their place, by the address that the proxy tells.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rateLimited } from '../../api-contract/error.ts';
import { networkOf } from '../../model/client-network.ts';

const TRY_AGAIN_SECONDS = 5;

/** Whether somebody at an address is a proxy that is believed. */
export type IsTrusted = (address: string) => boolean;

class Counts {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one more; false where there are as many as there may be. */
  take(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  release(address: string): void {
    const left = (this.#counts.get(address) ?? 0) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }
}

function boundConnections(server: Server, counts: Counts, isTrusted: IsTrusted): void {
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined || isTrusted(peer)) return;
    const address = networkOf(peer);
    if (!counts.take(address)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => counts.release(address));
  });
}

/**
 * Bounds the connections of each network: those beyond are closed as soon as they are made, and requests that a trusted
 * proxy passes on are refused.
 */
export function boundAddresses(fastify: FastifyInstance, most: number, isTrusted: IsTrusted): void {
  const counts = new Counts(most);
  boundConnections(fastify.server, counts, isTrusted);
  const passedOn = new WeakMap<FastifyRequest, string>();
  fastify.addHook('onRequest', async (request, reply) => {
    const peer = request.socket.remoteAddress;
    if (peer === undefined || !isTrusted(peer)) return;
    const address = networkOf(request.ip);
    if (!counts.take(address)) throw rateLimited(TRY_AGAIN_SECONDS);
    passedOn.set(request, address);
    // Also told when the client goes away before its answer.
    reply.raw.once('close', () => counts.release(address));
  });
}
