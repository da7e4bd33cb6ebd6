// What the server provides for calls: its configuration, and access to TURN. Implemented by `integrations/native-calls`.

import { anyText, type Decoded, described, list, optional, record } from '../../api-contract/codec.ts';
import type { CallOffer } from './call-rules.ts';
import type { LiveKit } from './livekit.ts';

export const iceServerSchema = record({
  urls: described(list(anyText), 'Addresses of the server.'),
  username: optional(anyText),
  credential: optional(anyText),
});

export type IceServer = Decoded<typeof iceServerSchema>;

export interface CallServer {
  /** Undefined if there is none. */
  readonly livekit: LiveKit | undefined;
  readonly offer: CallOffer;
  /** STUN and TURN servers, with credentials that are valid from `now`, in seconds since 1970. */
  iceServers(now: number): { readonly servers: IceServer[]; readonly expiresAt: number | null };
}
