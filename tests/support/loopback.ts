// Further addresses of this machine, for tests of who comes from where and of servers that are told apart by their hosts.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Why such a test is skipped; false where every address that begins with 127 is this machine, as on Linux. */
export async function withoutFurtherAddresses(): Promise<string | false> {
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
