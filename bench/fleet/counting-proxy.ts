// A TCP proxy between a server and PostgreSQL that counts round trips and the bytes of notifications.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What went through the proxy so far. */
export interface Traffic {
  /** How often a connection sent something after an answer: statements that are sent together count once. */
  readonly roundTrips: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Bytes that the connection for notifications received. */
  readonly notificationBytes: number;
}

const LISTEN = 'listen parley_log';

export class CountingProxy {
  /** The address of the database through this proxy. */
  readonly url: string;
  readonly #close: () => void;
  #traffic = { roundTrips: 0, bytesSent: 0, bytesReceived: 0, notificationBytes: 0 };

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async before(databaseUrl: string): Promise<CountingProxy> {
    const target = new URL(databaseUrl);
    const open = new Set<Socket>();
    const server = createServer((client) => {
      const database = connect(Number(target.port || 5432), target.hostname);
      proxy.#count(client, database);
      for (const [socket, other] of [
        [client, database],
        [database, client],
      ] as const) {
        open.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => other.destroy());
        socket.once('close', () => {
          open.delete(socket);
          other.destroy();
        });
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new CountingProxy(url.toString(), () => {
      server.close();
      for (const socket of open) socket.destroy();
    });
    return proxy;
  }

  #count(client: Socket, database: Socket): void {
    let isAnswered = true;
    let listens = false;
    client.on('data', (chunk: Buffer) => {
      listens ||= chunk.includes(LISTEN);
      if (isAnswered) this.#traffic.roundTrips++;
      isAnswered = false;
      this.#traffic.bytesSent += chunk.length;
      database.write(chunk);
    });
    database.on('data', (chunk: Buffer) => {
      isAnswered = true;
      this.#traffic.bytesReceived += chunk.length;
      if (listens) this.#traffic.notificationBytes += chunk.length;
      client.write(chunk);
    });
  }

  get traffic(): Traffic {
    return { ...this.#traffic };
  }

  close(): void {
    this.#close();
  }
}
