// Bounds: how large a response gets, and how much of large ones is read and held in memory at once.

import { MEBIBYTE } from './mebibyte.ts';

export const responseLimits = {
  /** Of a page of messages, a search, or a batch of events, as JSON. A single message or event that is larger comes alone. */
  responseBytes: 8_000_000,
  /** Of a channel's list of topics, the newest. */
  topicsPerList: 20_000,
  /** A response that is larger needs one of the few slots for large responses; without one, pages and batches end here. */
  smallResponseBytes: MEBIBYTE,
  /** Large responses that are made or sent at the same moment, in all and of one account or network. */
  largeResponsesAtOnce: 8,
  largeResponsesPerRequester: 3,
  /** Of rows that are read and serialized in one turn of the event loop; a single larger row is read alone. */
  bytesPerTurn: MEBIBYTE / 2,
  /** Larger prepared JSON of a message is made for each response instead of being kept in memory. */
  preparedMessageBytesEach: 64 * 1024,
} as const;
