// Limits of the state that a server holds in memory for its organizations.

import { MEBIBYTE } from './mebibyte.ts';

export const memoryLimits = {
  /** Messages of an organization whose columns are in memory, and bytes of their prepared JSON. */
  messageHeadsInMemory: 30_000,
  preparedMessageBytes: 24 * MEBIBYTE,
  /**
   * The total size of an organization's prepared lists of people, including compressed copies, which have about an
   * eighth of the size. Lists beyond it are made for each answer.
   */
  preparedPeopleBytes: 64 * MEBIBYTE,
  /** The total size of its channels' prepared lists of subscribers. */
  preparedSubscriberBytes: 48 * MEBIBYTE,
  /** Periods of an organization, plus one for each account that has any. Each takes about 150 bytes. */
  subscriptionPeriodsInMemory: 1_000_000,
  /**
   * An organization without event queues that is unused for this time is dropped from memory; sooner if there
   * are many.
   */
  organizationIdleSeconds: 1800,
  organizationIdleSecondsOfMany: 120,
  organizationsInMemory: 500,
} as const;
