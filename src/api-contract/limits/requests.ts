// Limits of HTTP requests: connections, bodies, and their content.

import { MEBIBYTE } from './mebibyte.ts';

export const requestLimits = {
  /** Of a list parameter without its own limit. */
  itemsPerList: 50_000,
  idsPerRequest: 5000,
  requestBodyBytes: 4 * MEBIBYTE,
  /** For requests without credentials. */
  anonymousBodyBytes: 64 * 1024,
  /** How long a body in memory may take to arrive; files may take as long as a whole request. */
  bodySeconds: 120,
  anonymousBodySeconds: 30,
  /** Of all bodies in memory at a time, and of those without credentials. */
  bodyBytesInFlight: 64 * MEBIBYTE,
  anonymousBodyBytesInFlight: 16 * MEBIBYTE,
  /** Of these, the share of one account or network, so that slow senders do not use up the limit for all. */
  bodyBytesInFlightPerAccount: 16 * MEBIBYTE,
  anonymousBodyBytesInFlightPerNetwork: 4 * MEBIBYTE,
  /** From one address (IPv6: one /64): a thousand people, each with several clients waiting for events. */
  connectionsPerAddress: 10_000,
  /** Of the address and the headers together; addresses contain narrows and lists of ids. */
  requestHeaderBytes: 64 * 1024,
  /** Concurrent connections to the metrics port; further ones are closed. */
  metricsConnections: 20,
  /** Of query and body together, declared or not; and how many undeclared ones the answer lists. */
  fieldsPerRequest: 1000,
  ignoredFieldsNamed: 100,
  /** Of JSON from outside: nesting of lists and objects, total names and total values. */
  jsonDepth: 64,
  jsonNames: 20_000,
  jsonValues: 60_000,
  /** Of text from the request that an error repeats. */
  repeatedCharacters: 200,
  filesPerRequest: 10,
  /** Of the header of one part of a multipart body, which has a name, a file name and a type. */
  headersPerPart: 20,
  partHeaderBytes: 16 * 1024,
  /** Of forms of pages outside the API; far more than any of their fields may hold. */
  pageFormBytes: 16 * 1024,
  /** Types of events, and parts of the snapshot, that a client requests. */
  eventTypesPerRequest: 500,
  requestsPerMinute: 200,
  /** Accounts and addresses counted for rate limits at a time. */
  rateLimitBuckets: 100_000,
  /** Files of the browser client cached in memory; others are read each time. */
  webFileBytesInMemory: 2 * MEBIBYTE,
  /** Concurrent DNS look-ups of names from outside, which use the four shared threads; and the wait for a slot. */
  nameLookupsAtOnce: 2,
  nameLookupWaitSeconds: 10,
  /** Of text that people typed, in the log. */
  loggedCharacters: 200,
} as const;
