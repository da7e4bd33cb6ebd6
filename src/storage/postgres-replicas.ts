// How far the standbys of a PostgreSQL database are behind.

import type { ReplicaLag } from './connection.ts';
import type { Execute } from './reader-writer.ts';

/**
 * Without the role `pg_monitor` the positions of other roles' connections are hidden, and their rows are left out. A
 * program that only stores the log, such as `pg_receivewal`, applies nothing: what it has stored counts.
 */
const READ_REPLICAS = `select application_name, sync_state in ('sync', 'quorum') as is_synchronous,
    pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn, write_lsn)) as bytes,
    coalesce(extract(epoch from coalesce(replay_lag, flush_lag, write_lag)), 0)::float8 as seconds
  from pg_stat_replication where coalesce(replay_lsn, flush_lsn, write_lsn) is not null`;

/** The standbys that are connected; none while the database is a standby itself. */
export async function readReplicas(execute: Execute): Promise<ReplicaLag[]> {
  const [state] = await execute('select pg_is_in_recovery() as is_standby', []);
  if (state?.is_standby === true) return [];
  const rows = await execute(READ_REPLICAS, []);
  return rows.map((row) => ({
    name: String(row.application_name),
    isSynchronous: row.is_synchronous === true,
    bytes: Math.max(0, Number(row.bytes)),
    seconds: Number(row.seconds),
  }));
}
