// The servers that run in this process, by address, for checks that inspect the server a client talks to.

import type { ParleyServer } from '../../src/server/server.ts';

const runningServers = new Map<string, ParleyServer>();

/** Registers a server that runs at `http://127.0.0.1:PORT`. */
export function registerServer(url: string, server: ParleyServer): void {
  runningServers.set(url, server);
}

/** The server at an address; undefined if it runs in another process. */
export function runningServer(url: string): ParleyServer | undefined {
  return runningServers.get(url);
}
