// Limits of the calls that Parley holds itself.

export const callLimits = {
  /** People in a call whose browsers connect directly. */
  meshParticipants: 8,
  /** People in a call through a LiveKit server: by default, and at most. */
  livekitParticipants: 50,
  livekitParticipantsMaximum: 500,
  /** Cameras in a call whose browsers connect directly. */
  meshCameras: 6,
  /** People whom one call of a topic may ring at a time. */
  callRings: 20,
  ringSeconds: 30,
  /** How long a call without participants lasts: a browser may reload. */
  emptyCallSeconds: 30,
  /** How long a call with one participant lasts, unless they say that they stay. Clients ask in the last two minutes. */
  aloneCallSeconds: 720,
  /** How long after a participant's queue was last polled it has left, and how often polls renew that time. */
  participantSeconds: 20,
  participantRenewalSeconds: 5,
  /** How long participants stay after the start of a server, so that a restart ends no call. */
  participantGraceSeconds: 60,
  /** How long a participant that has left may resume the session. */
  callResumeSeconds: 60,
  /** How long a signal is worth delivering. */
  callSignalSeconds: 30,
  /** The size of a signal as JSON, the signals of a request, and their size. */
  callSignalBytes: 32 * 1024,
  callSignalsPerRequest: 16,
  callSignalBytesPerRequest: 128 * 1024,
  /** What an account may send in a minute, apart from its other requests. */
  callRequestsPerMinute: 120,
  callSignalBytesPerMinute: 1024 * 1024,
  callCandidates: 64,
  callCandidateCodePoints: 1000,
  callSessionCodePoints: 64,
  /** How long credentials for a TURN server are valid. */
  turnSeconds: 7200,
  /** How long a device has to connect to a LiveKit server with a token, and requests to that server at a time. */
  livekitTokenSeconds: 60,
  livekitRequestsAtOnce: 10,
  /** How long calls that have ended are stored, and how many are deleted at a time. */
  endedCallDays: 30,
  endedCallsPerSweep: 1000,
} as const;
