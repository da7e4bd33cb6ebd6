// Limits of searches and of lists of messages.

export const searchingLimits = {
  /**
   * Messages that a search reads from one index before it walks all suitable ones, and in each batch of the walk. How
   * long it may walk with results, and without any.
   */
  messagesBeforeWalk: 500,
  messagesPerWalkBatch: 10_000,
  walkMilliseconds: 1000,
  fruitlessWalkMilliseconds: 5000,
  /** Concurrent walks of one server; a person has one at a time, and this many may wait. */
  walksAtOnce: 4,
  walksWaitingPerPerson: 20,
  messagesPerPage: 5000,
  /** Matches that are counted without being sent, and how many senders, channels and conversations are listed with counts. */
  messagesCounted: 1000,
  countsPerKind: 20,
  /** Messages whose neighbors in their conversations are read at a time. */
  messagesWithContext: 200,
  narrowTerms: 100,
  narrowOperatorCodePoints: 100,
  narrowOperandCodePoints: 1000,
  narrowOperandIds: 1000,
} as const;
