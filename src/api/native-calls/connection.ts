// What a device in a call needs to connect to the others.

import { boolean, described, integer, list, nullable } from '../../api-contract/codec.ts';
import { iceServerSchema } from '../../model/native-calls/call-server.ts';
import type { WriteContext } from '../operation.ts';

export const connectionFields = {
  ice_servers: described(list(iceServerSchema), 'The `iceServers` of an `RTCPeerConnection`.'),
  ice_servers_expire_at: described(
    nullable(integer()),
    'Until when their credentials are valid, in seconds since 1970; null without credentials.',
  ),
  relay_only: described(
    boolean,
    'Whether devices may connect only through a TURN server, so that participants do not learn the addresses of each other.',
  ),
};

/** The values of these fields, with new credentials. */
export function connectionOf({ services, state }: WriteContext, now: number) {
  const { servers, expiresAt } = services.calls.iceServers(now);
  return {
    ice_servers: servers,
    ice_servers_expire_at: expiresAt,
    relay_only: state.organization.settings.calls_always_relay,
  };
}
