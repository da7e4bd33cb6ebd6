// What the browser knows of the sound that arrives over a connection.

import type { Connection } from './platform.ts';

export interface ReceivedSound {
  /** Packets of sound since the connection exists. */
  readonly packets: number;
  /** From 0 to 1. */
  readonly level: number;
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : 0);

export async function receivedSound(connection: Connection): Promise<ReceivedSound> {
  let packets = 0;
  let level = 0;
  (await connection.getStats()).forEach(({ type, kind, packetsReceived, audioLevel }) => {
    if (type !== 'inbound-rtp' || kind !== 'audio') return;
    packets += numberIn(packetsReceived);
    level = Math.max(level, numberIn(audioLevel));
  });
  return { packets, level };
}
