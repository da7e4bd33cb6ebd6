// Waits until a connection knows its addresses. Most are known within milliseconds; what is found later is sent apart.

import type { Connection } from './platform.ts';

/** The longest time that a description waits for addresses. */
const GATHERING_MILLISECONDS = 150;

/** Resolves when all addresses were found, or after the longest time. */
export function gathered(connection: Connection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (connection.iceGatheringState === 'complete') finish();
    };
    const finish = () => {
      clearTimeout(timer);
      connection.removeEventListener('icegatheringstatechange', check);
      resolve();
    };
    const timer = setTimeout(finish, GATHERING_MILLISECONDS);
    connection.addEventListener('icegatheringstatechange', check);
  });
}
