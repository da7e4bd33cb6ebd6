// Limits of event queues, snapshots, and the event log.

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
  /**
   * Entries and bytes of an organization's log that are preserved for queues that no one reads. Queues further
   * behind end.
   */
  logEntriesPerOrganization: 200_000,
  logBytesPerOrganization: 256 * MEBIBYTE,
  /** Entries and approximate bytes of an organization's log in memory. Above either, the older half is dropped. */
  logEntriesInMemory: 4000,
  logBytesInMemory: 6 * MEBIBYTE,
  typingSeconds: 60,
  /** In channels with more subscribers, typing is not announced. */
  typingSubscribers: 1000,
  presenceSeconds: 140,
  presencePushMaximumPeople: 5000,
} as const;
