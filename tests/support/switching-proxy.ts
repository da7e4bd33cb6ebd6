// A TCP proxy whose target changes, as haproxy's does when another database is the primary: connections to the former
// target are closed, and none is accepted while there is no target.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onCleanup } from './cleanup.ts';

export interface SwitchingProxy {
  /** An address of the target, through the proxy. */
  through(url: string): string;
  /** Leads new connections to another target, or refuses them, and closes all others. */
  switchTo(url: string | undefined): void;
  /** Passes nothing on any longer on the open connections, and does not end them, as if a cable had been pulled. */
  freeze(): void;
}

export async function startSwitchingProxy(url: string): Promise<SwitchingProxy> {
  let target: URL | undefined = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (!target) return client.destroy();
    const database = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closeAll = () => {
    for (const socket of open) socket.destroy();
  };
  onCleanup(() => {
    server.close();
    closeAll();
  });
  return {
    through(address) {
      const proxied = new URL(address);
      proxied.host = `127.0.0.1:${port}`;
      return proxied.toString();
    },
    switchTo(address) {
      target = address === undefined ? undefined : new URL(address);
      closeAll();
    },
    freeze() {
      for (const socket of open) socket.unpipe().pause();
    },
  };
}
