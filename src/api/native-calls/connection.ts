// What a device in a call needs to connect to the others.

import { anyText, boolean, described, integer, list, nullable, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { iceServerSchema } from '../../model/native-calls/call-server.ts';
import type { WireCall } from '../../model/native-calls/native-call.ts';
import { organizationAllows } from '../../stores/groups/allows-setting.ts';
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
  livekit: described(
    nullable(record({ url: anyText, token: anyText })),
    `For calls with the engine \`livekit\`: the server to connect to, and a token that is valid for ${limits.livekitTokenSeconds} seconds; null for others.`,
  ),
};

/** The device that connects. */
interface ConnectingDevice {
  readonly call: Pick<WireCall, 'id' | 'engine'>;
  readonly session: string;
}

/** The values of these fields, with new credentials. */
export async function connectionOf(
  { services, state, actor }: WriteContext,
  { call, session }: ConnectingDevice,
  now: number,
) {
  const { livekit } = services.calls;
  const mayShareScreen = organizationAllows(state, 'can_share_screen_group', actor.account);
  const grant = { organizationId: state.id, callId: call.id, session, mayShareScreen };
  const { servers, expiresAt } = services.calls.iceServers(now);
  return {
    ice_servers: servers,
    ice_servers_expire_at: expiresAt,
    // A LiveKit server shows no one the addresses of others.
    relay_only: state.organization.settings.calls_always_relay && call.engine === 'mesh',
    livekit:
      livekit && call.engine === 'livekit'
        ? { url: livekit.url, token: await livekit.tokenFor(grant, now) }
        : null,
  };
}
