// Bounds: what a search and a list of messages look at.

export const searchingLimits = {
  /**
   * Messages that a search looks at in one index before it walks all that fit, and at once while it walks; and how long
   * it may walk: until it gives what it has found, or until it says that it has found nothing yet.
   */
  messagesBeforeWalk: 500,
  messagesPerStretch: 10_000,
  walkMilliseconds: 1000,
  fruitlessWalkMilliseconds: 5000,
  /** Walks of one server at the same moment; of one person there is one, and so many more that wait. */
  walksAtOnce: 4,
  walksWaitingPerPerson: 20,
  messagesPerPage: 5000,
  narrowTerms: 100,
  narrowOperatorCodePoints: 100,
  narrowOperandCodePoints: 1000,
  narrowOperandIds: 1000,
} as const;
