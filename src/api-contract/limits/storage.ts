// Bounds: how the database is written and read.

import { MEBIBYTE } from './mebibyte.ts';

export const storageLimits = {
  unitsPerCommit: 200,
  millisecondsPerCommit: 25,
  /** Of the embedded engine; a further one waits. */
  snapshotsAtOnce: 4,
  /** Of the embedded engine: what was committed and is not in the database file yet. */
  writeAheadLogBytes: 64 * MEBIBYTE,
  /** A snapshot that has been open for longer is ended when the write-ahead log must start over. */
  snapshotMilliseconds: 5000,
  /** Of them, and of the connections to PostgreSQL, those that begin between two groups of writes. */
  restingSnapshotsAtOnce: 3,
  /** Requests that share one of them. */
  visitorsPerSnapshot: 25,
  /** By how much a server's clock may differ from the database's before it says so and leaves work to others. */
  clockDifferenceSeconds: 30,
  /** To PostgreSQL, of one server. */
  databaseConnections: 20,
  /** Kept by each connection. There are a few hundred; a bound all the same, for queries that are put together. */
  preparedStatements: 1000,
} as const;
