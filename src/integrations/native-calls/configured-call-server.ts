// What the server offers for calls, by its configuration.

import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { CallServer } from '../../model/native-calls/call-server.ts';
import { turnCredentials } from '../../model/native-calls/turn-credentials.ts';
import { type LiveKitConfiguration, LiveKitServer } from './livekit-server.ts';

/** The operator's configuration of calls. */
export interface CallConfiguration {
  readonly mode: 'off' | 'direct' | 'livekit';
  readonly stunUrls: readonly string[];
  /** A TURN server, and the secret that it shares with this server. */
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | undefined;
  /** Present exactly in the mode `livekit`. */
  readonly livekit?: LiveKitConfiguration | undefined;
  /** People in a call through the LiveKit server. */
  readonly participants?: number | undefined;
}

export const defaultCallConfiguration: CallConfiguration = { mode: 'direct', stunUrls: [], turn: undefined };

export function configuredCallServer(
  { mode, stunUrls, turn, livekit, participants }: CallConfiguration,
  keyring: Keyring,
): CallServer {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [];
  return {
    offer: {
      mode: mode === 'direct' ? 'mesh' : mode,
      livekitParticipants: participants ?? limits.livekitParticipants,
      hasRelay: turn !== undefined,
    },
    livekit: livekit && new LiveKitServer(livekit, keyring),
    iceServers(now) {
      if (!turn) return { servers: stun, expiresAt: null };
      const expiresAt = now + limits.turnSeconds;
      const credentials = turnCredentials(turn.secret, expiresAt);
      return { servers: [...stun, { urls: [...turn.urls], ...credentials }], expiresAt };
    },
  };
}
