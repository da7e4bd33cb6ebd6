// The servers that run in this process, by their address: for checks that look into the server a client talks to.

import type { ParleyServer } from '../../src/server/server.ts';

const running = new Map<string, ParleyServer>();

/** Notes that a server runs at `http://127.0.0.1:PORT`. */
export function noteRunning(url: string, server: ParleyServer): void {
  running.set(url, server);
}

/** The server at an address; undefined where it runs elsewhere. */
export function runningServer(url: string): ParleyServer | undefined {
  return running.get(url);
}
