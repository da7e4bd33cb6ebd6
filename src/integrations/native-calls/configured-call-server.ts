// What the server offers for calls, by its configuration.

import { limits } from '../../api-contract/limits.ts';
import type { CallServer } from '../../model/native-calls/call-server.ts';

/** The operator's configuration of calls. */
export interface CallConfiguration {
  readonly mode: 'off' | 'direct';
}

export const defaultCallConfiguration: CallConfiguration = { mode: 'direct' };

export function configuredCallServer({ mode }: CallConfiguration): CallServer {
  return {
    offer: {
      mode: mode === 'direct' ? 'mesh' : mode,
      livekitParticipants: limits.meshParticipants,
      hasRelay: false,
    },
    iceServers: () => ({ servers: [], expiresAt: null }),
  };
}
