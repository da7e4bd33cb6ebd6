// Makes what carries the sound and pictures of a call, as the server has chosen.

import type { CallServer, Joined } from './call-server.ts';
import type { CallEngine } from './engine/engine.ts';
import { Mesh } from './engine/mesh.ts';
import type { Connection, ConnectionSettings } from './engine/platform.ts';

export interface EngineListener {
  /** Called when the server refuses what is sent to the others. */
  readonly onRefused: () => void;
  /** Called when the engine cannot go on. */
  readonly onOver: () => void;
}

/** Throws if the code of the engine cannot be loaded. */
export async function makeEngine(
  server: CallServer,
  joined: Joined,
  { onRefused, onOver }: EngineListener,
): Promise<CallEngine> {
  const { call, session, iceServers, isRelayOnly, liveKit } = joined;
  if (liveKit) {
    const { LiveKitEngine } = await import('./engine/livekit-engine.ts');
    const settings: ConnectionSettings = {
      iceServers: [...iceServers],
      iceTransportPolicy: isRelayOnly ? 'relay' : 'all',
    };
    // Without servers of its own, LiveKit's are used.
    const { iceTransportPolicy } = settings;
    return new LiveKitEngine({
      ...liveKit,
      settings: iceServers.length > 0 ? settings : { iceTransportPolicy },
      onOver,
    });
  }
  return new Mesh({
    ownSession: session,
    iceServers,
    isRelayOnly,
    connect: (settings) => new RTCPeerConnection(settings) as Connection,
    post: (signals) => server.sendSignals(call.id, session, signals),
    onRefused,
    fetchIceServers: () => server.iceServers(call.id, session),
  });
}
