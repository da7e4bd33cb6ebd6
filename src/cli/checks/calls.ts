// Checks that the servers of calls accept this server: LiveKit its key, TURN its credentials.

import { LiveKitServer } from '../../integrations/native-calls/livekit-server.ts';
import { allocateAt } from '../../integrations/native-calls/turn-client.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Checks the TURN addresses and the LiveKit server. */
export async function checkCalls({ calls }: ServeOptions): Promise<Finding> {
  const { mode, turn, livekit } = calls;
  if (mode === 'off') return passed('calls', 'Calls are turned off (--calls).');
  if (livekit) {
    try {
      // The secret of rooms is not needed to list them.
      await new LiveKitServer(livekit, { secret: Buffer.alloc(0) }).check();
    } catch (error) {
      return failed('calls', `${livekit.url}: ${(error as Error).message}. Check address, key and secret.`);
    }
  }
  if (!turn)
    return passed(
      'calls',
      'No TURN server is set (--turn-url). Calls from networks that allow no direct connections do not work (docs/guide/calls.md).',
    );
  const skipped: string[] = [];
  for (const url of turn.urls) {
    const problem = await allocateAt(url, turn.secret);
    if (problem === 'not supported') skipped.push(url);
    else if (problem !== undefined) return failed('calls', `${url}: ${problem}.`);
  }
  const rest = skipped.length > 0 ? ` Not tried: ${skipped.join(', ')}.` : '';
  return passed('calls', `The servers of calls accept this server.${rest}`);
}
