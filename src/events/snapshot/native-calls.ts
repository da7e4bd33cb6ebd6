// The calls that go on in the viewer's conversations, and what the server offers for calls, in the snapshot: for clients that
// declare the capability `calls`.

import { limits } from '../../api-contract/limits.ts';
import { callsOf } from '../../queries/native-calls/calls-of.ts';
import { displayedCall } from '../views/native-calls.ts';
import type { SnapshotSection } from './section.ts';

const nativeCalls: SnapshotSection = {
  gates: ['calls'],
  fromMemory({ options, calls: { mode, livekitParticipants, hasRelay } }) {
    if (!options.capabilities.calls) return {};
    return {
      server_calls: {
        engine: mode,
        max_participants: mode === 'livekit' ? livekitParticipants : limits.meshParticipants,
        max_mesh_participants: limits.meshParticipants,
        max_mesh_cameras: limits.meshCameras,
        has_relay: hasRelay,
      },
    };
  },
  async fromDatabase({ account, options, subscriptions }, reader) {
    if (!options.capabilities.calls) return {};
    const calls = account ? await callsOf(reader, account.id, subscriptions) : [];
    return { calls: calls.map((call) => displayedCall(call, { options })) };
  },
};

export const nativeCallSections: readonly SnapshotSection[] = [nativeCalls];
