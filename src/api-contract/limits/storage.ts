// Limits of writing and reading the database.

import { MEBIBYTE } from './mebibyte.ts';

export const storageLimits = {
  unitsPerCommit: 200,
  millisecondsPerCommit: 25,
  /** With the embedded engine; further ones wait. */
  snapshotsAtOnce: 4,
  /** With the embedded engine: committed data that is not in the database file yet. */
  writeAheadLogBytes: 64 * MEBIBYTE,
  /** An older snapshot is ended when the write-ahead log must be reset. */
  snapshotMilliseconds: 5000,
  /** Of the snapshots, and of the connections to PostgreSQL: those that begin between two commit groups. */
  groupBoundarySnapshotsAtOnce: 3,
  /** Requests that share one of them. */
  requestsPerSnapshot: 25,
  /** How far a server's clock may differ from the database's before it logs this and leaves work to other servers. */
  clockDifferenceSeconds: 30,
  /** To PostgreSQL, per server. */
  databaseConnections: 20,
  /** Per connection. There are only a few hundred, but some queries are composed. */
  preparedStatements: 1000,
} as const;
