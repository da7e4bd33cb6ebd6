// Limits of HTTP requests: connections, bodies, and their content.

import { MEBIBYTE } from './mebibyte.ts';

export const requestLimits = {
  /** The length of a list parameter without its own limit. */
  itemsPerList: 50_000,
  idsPerRequest: 5000,
  requestBodyBytes: 4 * MEBIBYTE,
  /** The body size of requests without credentials. */
  anonymousBodyBytes: 64 * 1024,
  /** How long a body in memory may take to arrive; files may take as long as a whole request. */
  bodySeconds: 120,
  anonymousBodySeconds: 30,
  /** The total size of the bodies in memory at a time, and of those without credentials. */
  bodyBytesInFlight: 64 * MEBIBYTE,
  anonymousBodyBytesInFlight: 16 * MEBIBYTE,
  /** The share of one account or network, so that slow senders do not use up the limit for all. */
  bodyBytesInFlightPerAccount: 16 * MEBIBYTE,
  anonymousBodyBytesInFlightPerNetwork: 4 * MEBIBYTE,
  /** Connections from one address (IPv6: one /64): a thousand people, each with several clients waiting for events. */
  connectionsPerAddress: 10_000,
  /** The total size of the address and the headers; addresses contain narrows and lists of ids. */
  requestHeaderBytes: 64 * 1024,
  /** Concurrent connections to the metrics port; further ones are closed. */
  metricsConnections: 20,
  /** Fields in query and body together, declared or not, and how many undeclared ones the answer lists. */
  fieldsPerRequest: 1000,
  ignoredFieldsNamed: 100,
  /** JSON from outside: nesting of lists and objects, total names and total values. */
  jsonDepth: 64,
  jsonNames: 20_000,
  jsonValues: 60_000,
  /** The length of text from the request that an error repeats. */
  repeatedCharacters: 200,
  filesPerRequest: 10,
  /** The header of one part of a multipart body: its fields, of which three are needed, and its size. */
  headersPerPart: 20,
  partHeaderBytes: 16 * 1024,
  /** The size of a form on a page outside the API; far more than any of its fields may hold. */
  pageFormBytes: 16 * 1024,
  /** Types of events, and parts of the snapshot, that a client requests. */
  eventTypesPerRequest: 500,
  requestsPerMinute: 200,
  /** Accounts and addresses counted for rate limits at a time. */
  rateLimitBuckets: 100_000,
  /** Keys of one rate limit that a server broadcasts at a time. */
  rateLimitKeysShared: 5000,
  /** Files of the browser client cached in memory; others are read each time. */
  webFileBytesInMemory: 2 * MEBIBYTE,
  /** Concurrent DNS lookups of names from outside, which use the four shared threads; and the wait for a slot. */
  nameLookupsAtOnce: 2,
  nameLookupWaitSeconds: 10,
  /** The length of text typed by people in the log. */
  loggedCharacters: 200,
} as const;
