// The servers of Node.js that one HTTP server listens with: one, or one for each address of `localhost`.

import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

const { createServer } = process.getBuiltinModule('node:http');

export interface Address {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface ServerSettings {
  /** Timeouts and limits of Node.js. */
  readonly node: ServerOptions;
  /** Answers a request that is not valid HTTP. */
  readonly onUnreadableRequest: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

export class ListeningServers {
  readonly #settings: ServerSettings;
  readonly #onRequest: RequestListener;
  readonly #listeners: ((server: Server) => void)[] = [];
  readonly #servers: Server[] = [];
  #isClosing = false;

  constructor(settings: ServerSettings, onRequest: RequestListener) {
    this.#settings = settings;
    this.#onRequest = onRequest;
  }

  /** Calls back with each server before it listens. */
  onServer(listener: (server: Server) => void): void {
    this.#listeners.push(listener);
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Listens. @throws the system's error if it cannot */
  async listen({ host, port }: Address): Promise<void> {
    await this.#listenAt({ host, port });
    // Programs choose freely between the addresses of this name.
    if (host === 'localhost') await this.#listenAtOtherAddresses(host);
  }

  /** The port that it listens on; 0 if it does not. */
  get port(): number {
    const address = this.#servers[0]?.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Accepts no more connections and closes idle ones; resolves when the others have ended too. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#servers.map(closeServer));
  }

  closeAllConnections(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  async #listenAtOtherAddresses(host: string): Promise<void> {
    const first = this.#servers[0]?.address();
    const own = typeof first === 'object' ? first?.address : undefined;
    for (const { address } of await lookup(host, { all: true })) {
      // The name may have an address that this machine does not have.
      if (address !== own) await this.#listenAt({ host: address, port: this.port }).catch(() => undefined);
    }
  }

  async #listenAt(address: Address): Promise<void> {
    const server = createServer(this.#settings.node, this.#onRequest);
    server.on('clientError', this.#settings.onUnreadableRequest);
    for (const listener of this.#listeners) listener(server);
    server.listen(address);
    await once(server, 'listening');
    this.#servers.push(server);
  }
}
