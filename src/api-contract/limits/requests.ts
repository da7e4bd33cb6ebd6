// Bounds: what comes in by HTTP: connections, bodies, and what stands in them.

import { MEBIBYTE } from './mebibyte.ts';

export const requestLimits = {
  /** Of a parameter that is a list and states no bound of its own. */
  itemsPerList: 50_000,
  idsPerRequest: 5000,
  requestBodyBytes: 4 * MEBIBYTE,
  /** Of those who have shown no credentials. */
  strangerBodyBytes: 64 * 1024,
  /** A body that is held in memory must have arrived after so long; files have as long as a whole request. */
  bodySeconds: 120,
  strangerBodySeconds: 30,
  /** Of all bodies in memory at the same moment, and of those of strangers. */
  bodyBytesInFlight: 64 * MEBIBYTE,
  strangerBodyBytesInFlight: 16 * MEBIBYTE,
  /** Of them, so that nobody takes the room of all others by sending slowly. */
  bodyBytesInFlightPerAccount: 16 * MEBIBYTE,
  strangerBodyBytesInFlightPerNetwork: 4 * MEBIBYTE,
  /** From one address (IPv6: one /64): a thousand people with several clients each that wait for events. */
  connectionsPerAddress: 10_000,
  /** Of the address and the headers together: narrows and lists of ids travel in addresses. */
  requestHeaderBytes: 64 * 1024,
  /** Connections at a time to the port for metrics; further ones are closed. */
  metricsConnections: 20,
  /** Of query and body together, declared or not; and how many that nobody declared are named in the answer. */
  fieldsPerRequest: 1000,
  ignoredFieldsNamed: 100,
  /** Of JSON from outside: lists and objects in each other, names and values over all of them. */
  jsonDepth: 64,
  jsonNames: 20_000,
  jsonValues: 60_000,
  /** Of what was sent, in a refusal that repeats it. */
  repeatedCharacters: 200,
  filesPerRequest: 10,
  /** Of one part of a multipart body: it says a name, the name of a file and a type. */
  headersPerPart: 20,
  partHeaderBytes: 16 * 1024,
  /** Of the forms of pages outside the API: far more than any of their fields may hold. */
  pageFormBytes: 16 * 1024,
  /** Kinds of events, and parts of the snapshot, that a client names. */
  eventTypesPerRequest: 500,
  requestsPerMinute: 200,
  /** Accounts and addresses whose requests are counted at a time. */
  rateLimitBuckets: 100_000,
  /** Files of the browser client that are held in memory; what is beyond is read each time. */
  webFileBytesInMemory: 2 * MEBIBYTE,
  /** Names that others wrote and that are looked up at the same moment, of the four threads that there are; and the wait for it. */
  nameLookupsAtOnce: 2,
  nameLookupWaitSeconds: 10,
  /** Of what somebody typed, where it stands in the log. */
  loggedCharacters: 200,
} as const;
