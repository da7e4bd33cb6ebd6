// Runs statements on a PostgreSQL connection. Statements are named, so that each is planned once per
// connection; through a pooler they are not, since the next one may run on another connection. Failures of the database or network are distinguished from faults of the server.

import pg from 'pg';
import { databaseUnavailable } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { Connection } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import { isPooled } from './postgres-pooler.ts';
import type { Execute, Row } from './reader-writer.ts';

/** The oids of `bigint` and `numeric`. */
const WIDE_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

/** 64-bit integers as numbers: every id and time we store fits a double exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    WIDE_NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format),
};

/** Short statement names, the same for the same text on every connection. */
const statementNames = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const existing = statementNames.get(sql);
  if (existing) return existing;
  // Texts beyond the bound run unnamed: a server keeps named statements for the life of a connection.
  if (statementNames.size >= limits.preparedStatements) return undefined;
  const name = `p${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** SQLSTATE codes of failures that no statement caused: the database gave up the transaction. */
const TRANSIENT = /^(?:08...|40...|53...|57P0.|25P03)$/;

/** Whether a failure is a temporary one of the database or network, not caused by the statement. */
function isOutage(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? TRANSIENT.test(error.code ?? '') : !(error instanceof TypeError);
}

/**
 * Runs one statement and returns its rows.
 * @throws 503 for an outage; the database's own error if the statement is at fault
 */
export async function executeOn(
  client: pg.PoolClient,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const name = values.length > 0 && !isPooled(client) ? nameOf(sql) : undefined;
  try {
    const result = await client.query({ text: sql, values: [...values], types, ...(name && { name }) });
    return result.rows;
  } catch (error) {
    throw isOutage(error) ? databaseUnavailable(error) : error;
  }
}

const connections = new WeakMap<pg.PoolClient, Connection>();

/**
 * Wraps a client of the pool as a connection; returns the same one for as long as the pool keeps the client.
 */
export function connectionOf(client: pg.PoolClient): Connection {
  const existing = connections.get(client);
  if (existing) return existing;
  // Statements are pipelined, and answered in the order in which they were sent.
  const execute: Execute = (sql, values) => executeOn(client, sql, values);
  const connection = { execute, db: kyselyOn('postgres', execute) };
  connections.set(client, connection);
  return connection;
}
