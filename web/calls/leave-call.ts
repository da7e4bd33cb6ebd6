// Tells the server that this device has left a call.

import { Backoff } from '../../client/backoff.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { CallServer } from './call-server.ts';

/** After this time a page that still cannot reach the server asks no more. */
const MAX_MILLISECONDS = 600_000;

/**
 * Leaves the call at the server, and asks again while it cannot be reached: the page goes on to get events, so the server
 * would count the device in. Returns false if the server was never reached.
 */
export async function leaveCall(server: CallServer, callId: number, session: string): Promise<boolean> {
  const backoff = new Backoff();
  const end = Date.now() + MAX_MILLISECONDS;
  for (;;) {
    try {
      await server.leave(callId, session, false);
      return true;
    } catch (error) {
      // Otherwise the server has removed the device already.
      if (!(error instanceof ParleyError)) throw error;
      if (!error.isTemporary) return true;
      const pause = backoff.after(error);
      if (Date.now() + pause > end) return false;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
