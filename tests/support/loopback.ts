// Other loopback addresses, for tests of client addresses and of servers with different hosts.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** The reason to skip such a test; false where all of 127.0.0.0/8 is this machine, as on Linux. */
export async function skipWithoutLoopbackRange(): Promise<string | false> {
  const listener = createServer().listen(0, '127.0.0.2');
  try {
    await once(listener, 'listening');
    return false;
  } catch {
    return 'this machine has one loopback address';
  } finally {
    listener.close();
  }
}
