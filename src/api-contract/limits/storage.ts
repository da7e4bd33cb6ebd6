// Limits of writing and reading the database.

import { MEBIBYTE } from './mebibyte.ts';

export const storageLimits = {
  unitsPerCommit: 200,
  millisecondsPerCommit: 25,
  /** Concurrent snapshots of the embedded engine; further ones wait. */
  snapshotsAtOnce: 4,
  /** Committed data of the embedded engine that is not in the database file yet. */
  writeAheadLogBytes: 64 * MEBIBYTE,
  /** An older snapshot is ended when the write-ahead log must be reset. */
  snapshotMilliseconds: 5000,
  /** Snapshots, or connections to PostgreSQL, that wait to begin between two commit groups. */
  groupBoundarySnapshotsAtOnce: 3,
  /** Requests that share one snapshot. */
  requestsPerSnapshot: 25,
  /** How far a server's clock may differ from the database's before it logs this and leaves work to other servers. */
  clockDifferenceSeconds: 30,
  /** Connections of one server to PostgreSQL. */
  databaseConnections: 20,
  /** Statements per connection. There are only a few hundred, but some queries are composed. */
  preparedStatements: 1000,
  /** Prepared combinations of statements per connection to SQLite. Most clients make the same five. */
  combinedStatements: 30,
} as const;
