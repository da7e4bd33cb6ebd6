// Limits of response sizes, and of how much of large responses is read and held in memory at a time.

import { MEBIBYTE } from './mebibyte.ts';

export const responseLimits = {
  /**
   * The size of a page of messages, a search, or a batch of events, as JSON. A larger message or event is sent alone.
   */
  responseBytes: 8_000_000,
  /** The length of a channel's list of topics, which has the most recent ones. */
  topicsPerList: 20_000,
  /** Larger responses need one of the few slots for large responses. Without one, pages and batches end here. */
  smallResponseBytes: MEBIBYTE,
  /** Large responses being made or sent at a time, in total and for one account or network. */
  largeResponsesAtOnce: 8,
  largeResponsesPerRequester: 3,
  /** The size of the rows read and serialized in one turn of the event loop; a larger row is read alone. */
  bytesPerTurn: MEBIBYTE / 2,
  /** Larger prepared JSON of a message is made for each response instead of being cached. */
  preparedMessageBytesEach: 64 * 1024,
} as const;
