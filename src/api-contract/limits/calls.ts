// Limits of the calls that Parley holds itself.

export const callLimits = {
  /** People in a call whose browsers connect directly. */
  meshParticipants: 8,
  /** Cameras in a call whose browsers connect directly. */
  meshCameras: 6,
  /** People whom one call of a topic may ring at a time. */
  callRings: 20,
  ringSeconds: 30,
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
} as const;
