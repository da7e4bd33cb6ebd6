// Bounds: what a server holds in memory of its organizations.

import { MEBIBYTE } from './mebibyte.ts';

export const memoryLimits = {
  /** Messages whose columns a server keeps in memory for an organization, and bytes of their prepared JSON. */
  messageHeadsInMemory: 30_000,
  preparedMessageBytes: 24 * MEBIBYTE,
  /**
   * Of an organization's lists of people, in all their forms; what does not fit is made for each answer. What is kept
   * compressed of them, about an eighth, comes to it.
   */
  preparedPeopleBytes: 64 * MEBIBYTE,
  /** The same of its channels' lists of subscribers. */
  preparedSubscriberBytes: 48 * MEBIBYTE,
  /** Of an organization, with one for each account that they are of; each takes about 150 bytes. */
  subscriptionPeriodsInMemory: 1_000_000,
  /** An organization that nobody used for so long, and that has no queue, leaves memory; sooner where there are many. */
  organizationIdleSeconds: 1800,
  organizationIdleSecondsOfMany: 120,
  organizationsInMemory: 500,
} as const;
