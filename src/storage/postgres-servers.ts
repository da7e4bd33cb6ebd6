// The running servers of one PostgreSQL database, and the schemas that they know. Each holds two advisory locks for as long
// as it is connected for notifications: one that all share, and one with the number of its schema.

import type { Execute } from './reader-writer.ts';

/** An arbitrary number that only this program uses. Every running server holds it as a shared lock. */
export const SERVING_LOCK = 7_220_617;

const ofThisDatabase =
  "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
/** A lock of one 64-bit number has `objsubid` 1, one of two 32-bit numbers has 2. */
const withSchema = `${ofThisDatabase} and granted and classid = ${SERVING_LOCK} and objsubid = 2`;
const servingLock = `${ofThisDatabase} and classid = 0 and objid = ${SERVING_LOCK} and objsubid = 1`;
const serving = `${servingLock} and granted`;

/** An expression: whether a server that connects or starts waits for whoever holds the lock of all servers. */
export const isServerWaiting = `exists (select 1 from pg_locks where ${servingLock} and not granted)`;

/** The statements by which a server shows that it runs. The schema first: a server without one is older than this rule. */
export function servingLocks(schema: number): readonly string[] {
  return [
    `select pg_advisory_lock_shared(${SERVING_LOCK}, ${schema})`,
    `select pg_advisory_lock_shared(${SERVING_LOCK})`,
  ];
}

/** Whether a server runs that does not know a schema. */
export async function isOlderRunning(execute: Execute, schema: number): Promise<boolean> {
  const knowing = `select pid from pg_locks where ${withSchema} and objid >= ${schema}`;
  const sql = `select 1 from pg_locks where ${serving} and pid not in (${knowing}) limit 1`;
  return (await execute(sql, [])).length > 0;
}

/** An expression: whether a server runs that knows a newer schema than this one. */
export function isNewerRunning(schema: number): string {
  return `exists (select 1 from pg_locks where ${withSchema} and objid > ${schema})`;
}
