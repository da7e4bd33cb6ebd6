// Bounds: event queues, what a client is given first, and what its log and the servers hold.

import { MEBIBYTE } from './mebibyte.ts';

export const eventLimits = {
  unreadMessagesInSnapshot: 50_000,
  directConversationsInSnapshot: 1000,
  starredMessagesInSnapshot: 10_000,
  eventBatch: 1000,
  queuesPerAccount: 200,
  queueIdleSeconds: 600,
  queueIdleSecondsMobile: 43_200,
  queueIdleSecondsMaximum: 604_800,
  heartbeatSeconds: 50,
  longPollTimeoutSeconds: 90,
  /** What queues that nobody reads keep of an organization's log: entries, and their bytes; beyond either they end. */
  logEntriesPerOrganization: 200_000,
  logBytesPerOrganization: 256 * MEBIBYTE,
  /** Entries of an organization's log in memory, and about how many bytes they take; beyond either the older half goes. */
  logEntriesInMemory: 4000,
  logBytesInMemory: 6 * MEBIBYTE,
  typingSeconds: 60,
  /** In channels with more subscribers nobody is told of typing. */
  typingSubscribers: 1000,
  presenceSeconds: 140,
  presencePushMaximumPeople: 5000,
} as const;
