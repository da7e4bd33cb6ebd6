// What the browser knows of the sound that arrives over a connection.

import type { Connection } from './platform.ts';

/** How many packets of sound have arrived since the connection exists. */
export async function receivedPackets(connection: Connection): Promise<number> {
  let packets = 0;
  (await connection.getStats()).forEach(({ type, kind, packetsReceived }) => {
    if (type === 'inbound-rtp' && kind === 'audio' && typeof packetsReceived === 'number')
      packets += packetsReceived;
  });
  return packets;
}
