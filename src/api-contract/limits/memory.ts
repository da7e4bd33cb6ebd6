// Limits of the state that a server holds in memory for its organizations.

import { MEBIBYTE } from './mebibyte.ts';

export const memoryLimits = {
  /** Messages of an organization whose columns are in memory, and bytes of their prepared JSON. */
  messageHeadsInMemory: 30_000,
  preparedMessageBytes: 24 * MEBIBYTE,
  /**
   * Of an organization's lists of people, in all their forms; what exceeds it is made for each answer.
   * Compressed copies, about an eighth in size, count too.
   */
  preparedPeopleBytes: 64 * MEBIBYTE,
  /** The same for its channels' lists of subscribers. */
  preparedSubscriberBytes: 48 * MEBIBYTE,
  /** Of an organization, plus one for each of its accounts with periods; each takes about 150 bytes. */
  subscriptionPeriodsInMemory: 1_000_000,
  /**
   * An organization without event queues that is unused for this time is dropped from memory; sooner if there
   * are many.
   */
  organizationIdleSeconds: 1800,
  organizationIdleSecondsOfMany: 120,
  organizationsInMemory: 500,
} as const;
