// The error for an outgoing request that failed.

/** No usable response arrived; the message is a reason that may be shown. */
export class NoAnswerError extends Error {}
