// What two devices in a call send each other to connect: descriptions of a session and addresses (WebRTC). Nothing else is
// passed on, so that signals are no channel for other data.

import {
  type Decoded,
  described,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  record,
  text,
} from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import { limits } from '../../api-contract/limits.ts';

/** The end of a signal's parts in code points; its bytes are bounded as a whole. */
const shortPart = text({ maximum: limits.callCandidateCodePoints });

const candidateSchema = record({
  candidate: described(shortPart, 'The `candidate` of an `RTCIceCandidate`.'),
  sdpMid: nullable(shortPart),
  sdpMLineIndex: nullable(integer({ minimum: 0, maximum: 1000 })),
  usernameFragment: optional(nullable(shortPart)),
});

export const callSignalData = record({
  description: optional(
    described(
      record({
        type: oneOf('offer', 'answer', 'pranswer', 'rollback'),
        sdp: text({ maximum: limits.callSignalBytes }),
      }),
      'An `RTCSessionDescription`.',
    ),
  ),
  candidates: optional(
    described(list(candidateSchema, limits.callCandidates), 'Several `RTCIceCandidate`s.'),
  ),
});

export type CallSignalData = DeepReadonly<Decoded<typeof callSignalData>>;

/** A device in a call. */
export interface CallDevice {
  readonly accountId: number;
  readonly session: string;
  /** The event queue that receives its signals. */
  readonly queueId: string;
}

export interface CallSignal {
  readonly callId: number;
  readonly from: Pick<CallDevice, 'accountId' | 'session'>;
  readonly to: CallDevice;
  readonly data: CallSignalData;
}

/** Whether an address leads through a TURN server. */
function isRelay(candidate: string): boolean {
  return /\styp\s+relay(\s|$)/i.test(candidate);
}

/**
 * A signal without the addresses that do not lead through a TURN server, for calls whose participants must not learn the
 * addresses of each other. A relayed address also names the one behind it (`raddr`), which is replaced.
 */
export function relayedOnly({ description, candidates }: CallSignalData): CallSignalData {
  return {
    ...(description && { description: { ...description, sdp: relayedDescription(description.sdp) } }),
    ...(candidates && {
      candidates: candidates
        .filter(({ candidate }) => candidate === '' || isRelay(candidate))
        .map((one) => ({ ...one, candidate: withoutRelated(one.candidate) })),
    }),
  };
}

/** The lines of a description, without the candidates that are not relayed and without other addresses. */
function relayedDescription(sdp: string): string {
  return sdp
    .split(/(?<=\n)/)
    .filter((line) => !/^a=candidate:/i.test(line) || isRelay(line))
    .map((line) => (/^a=candidate:/i.test(line) ? withoutRelated(line) : withoutAddress(line)))
    .join('');
}

function withoutRelated(candidate: string): string {
  return candidate.replace(/\braddr\s+\S+\s+rport\s+\S+/i, 'raddr 0.0.0.0 rport 0');
}

/** Connection and origin lines name the default address, which ICE does not use. */
function withoutAddress(line: string): string {
  return line
    .replace(/^(c=IN IP)[46] \S+/i, '$14 0.0.0.0')
    .replace(/^(o=\S+ \S+ \S+ IN IP)[46] \S+/i, '$14 127.0.0.1')
    .replace(/^(a=rtcp:)\d+ IN IP[46] \S+/i, '$19 IN IP4 0.0.0.0');
}
