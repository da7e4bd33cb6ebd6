// One server per embedded database: a second one would keep a memory of its own and serve old state. The claim is
// a local socket, which the system takes back when a process dies however it dies.

import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';

/** Short whatever the directory's own path: addresses of local sockets are bounded to about a hundred bytes. */
async function addressOf(dataDirectory: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(dataDirectory))
    .digest('hex')
    .slice(0, 24);
  return process.platform === 'win32' ? `\\\\.\\pipe\\parley-${name}` : join(tmpdir(), `parley-${name}.sock`);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

/** Whether somebody answers at the address; a socket whose process died is there, but answers nobody. */
function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A claim on a data directory; given back by `release`. */
export interface Claim {
  release(): Promise<void>;
}

/** Claims a data directory for this server; refuses when another one runs on it. */
export async function claimDataDirectory(dataDirectory: string): Promise<Claim> {
  const address = await addressOf(dataDirectory);
  let server = await listen(address);
  if (!server && !(await isAnswered(address))) {
    await rm(address, { force: true });
    server = await listen(address);
  }
  if (!server)
    throw new UnusableDatabase(`Another server is running on the data directory ${dataDirectory}.`);
  const claimed = server;
  return { release: () => new Promise((resolve) => claimed.close(() => resolve())) };
}
