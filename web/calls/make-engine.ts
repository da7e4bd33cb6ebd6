// Makes what carries the sound and pictures of a call, as the server has chosen.

import type { CallServer, Joined } from './call-server.ts';
import type { CallEngine } from './engine/engine.ts';
import { Mesh } from './engine/mesh.ts';
import type { Connection } from './engine/platform.ts';

export interface EngineOptions {
  readonly server: CallServer;
  readonly joined: Joined;
  /** Called when the server refuses what is sent to the others. */
  readonly onRefused: () => void;
}

export async function makeEngine({ server, joined, onRefused }: EngineOptions): Promise<CallEngine> {
  const { call, session, iceServers, isRelayOnly } = joined;
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
