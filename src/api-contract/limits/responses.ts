// Limits of response sizes, and of how much of large responses is read and held in memory at a time.

import { MEBIBYTE } from './mebibyte.ts';

export const responseLimits = {
  /**
   * Of a page of messages, a search, or a batch of events, as JSON. A single larger message or event is sent alone.
   */
  responseBytes: 8_000_000,
  /** Of a channel's list of topics, the most recent ones. */
  topicsPerList: 20_000,
  /** Larger responses need one of the few slots for large responses. Without one, pages and batches end here. */
  smallResponseBytes: MEBIBYTE,
  /** Large responses being made or sent at a time, in total and for one account or network. */
  largeResponsesAtOnce: 8,
  largeResponsesPerRequester: 3,
  /** Of rows read and serialized in one turn of the event loop; a single larger row is read alone. */
  bytesPerTurn: MEBIBYTE / 2,
  /** Larger prepared JSON of a message is made for each response instead of being cached. */
  preparedMessageBytesEach: 64 * 1024,
} as const;
