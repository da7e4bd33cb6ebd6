// What the server offers calls, and the errors of operations on them.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { CallEngine } from './native-call.ts';

/** What the server is configured for. */
export interface CallOffer {
  /** `off`: no calls; `livekit`: calls of more than two people use a LiveKit server. */
  readonly mode: 'off' | CallEngine;
  /** People in a call through a LiveKit server. */
  readonly livekitParticipants: number;
  /** Whether there is a TURN server. */
  readonly hasRelay: boolean;
}

/**
 * How a call connects people. Conversations of two people connect directly even if there is a LiveKit server.
 * @param people the number of accounts of a direct conversation; undefined for a topic
 */
export function engineFor({ mode }: CallOffer, people: number | undefined): CallEngine {
  return mode === 'livekit' && (people === undefined || people > 2) ? 'livekit' : 'mesh';
}

/** The most people in a call. */
export function maximumParticipants({ livekitParticipants }: CallOffer, engine: CallEngine): number {
  return engine === 'mesh' ? limits.meshParticipants : livekitParticipants;
}

/** The call does not exist, or the caller may not see it. Does not reveal which. */
export function invalidCallId(): ApiError {
  return badRequest('Invalid call ID');
}

export function callsOff(): ApiError {
  return new ApiError(400, 'CALLS_OFF', 'Calls are turned off in this organization.');
}

/** Calls are to be relayed always, and the server that relayed them was removed from the configuration. */
export function relayMissing(): ApiError {
  return new ApiError(
    400,
    'CALLS_OFF',
    'Calls in this organization go through a TURN server, and none is configured. An administrator can turn that setting off.',
  );
}

export function callEnded(): ApiError {
  return new ApiError(400, 'CALL_ENDED', 'This call has ended.');
}

export function callFull(engine: CallEngine, maximum: number): ApiError {
  return new ApiError(
    400,
    'CALL_FULL',
    engine === 'mesh'
      ? `Calls here connect browsers directly, for up to ${maximum} people. For larger calls the administrator can connect a LiveKit server.`
      : `This call is full. It has room for ${maximum} people.`,
    { max_participants: maximum },
  );
}

/** The account is in a call with another device. */
export function callElsewhere(callId: number): ApiError {
  return new ApiError(
    400,
    'CALL_ELSEWHERE',
    'You are in a call on another device or in another tab. Take it over here, or leave it there first.',
    { call_id: callId },
  );
}

/** The session is not in the call, or no longer. */
export function callSessionGone(): ApiError {
  return new ApiError(400, 'CALL_SESSION_GONE', 'This device is no longer in the call. Join it again.');
}

export function screenTaken(userId: number): ApiError {
  return new ApiError(400, 'SCREEN_TAKEN', 'Someone else is sharing their screen in this call.', {
    user_id: userId,
  });
}

export function tooManyCameras(): ApiError {
  return new ApiError(
    400,
    'TOO_MANY_CAMERAS',
    `At most ${limits.meshCameras} people can turn on their camera in this call.`,
  );
}
