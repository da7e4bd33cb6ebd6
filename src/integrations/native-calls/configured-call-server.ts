// What the server offers for calls, by its configuration.

import { limits } from '../../api-contract/limits.ts';
import type { CallServer } from '../../model/native-calls/call-server.ts';
import { turnCredentials } from '../../model/native-calls/turn-credentials.ts';

/** The operator's configuration of calls. */
export interface CallConfiguration {
  readonly mode: 'off' | 'direct';
  readonly stunUrls: readonly string[];
  /** A TURN server, and the secret that it shares with this server. */
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | undefined;
}

export const defaultCallConfiguration: CallConfiguration = { mode: 'direct', stunUrls: [], turn: undefined };

export function configuredCallServer({ mode, stunUrls, turn }: CallConfiguration): CallServer {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [];
  return {
    offer: {
      mode: mode === 'direct' ? 'mesh' : mode,
      livekitParticipants: limits.meshParticipants,
      hasRelay: turn !== undefined,
    },
    iceServers(now) {
      if (!turn) return { servers: stun, expiresAt: null };
      const expiresAt = now + limits.turnSeconds;
      const credentials = turnCredentials(turn.secret, expiresAt);
      return { servers: [...stun, { urls: [...turn.urls], ...credentials }], expiresAt };
    },
  };
}
