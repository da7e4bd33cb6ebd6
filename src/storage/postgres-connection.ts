// Statements on a connection of PostgreSQL: named, so that each is planned once per connection, and with the database's
// and the network's failures told apart from our own.

import pg from 'pg';
import { databaseUnavailable } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { Connection } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import type { Execute, Row } from './session.ts';

/** The oids of `bigint` and `numeric`. */
const WIDE_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

/** 64-bit integers as numbers: every id and time of ours fits a double exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    WIDE_NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format),
};

/** Statement names are kept short and are the same for the same text on every connection. */
const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const present = names.get(sql);
  if (present) return present;
  // Texts beyond the bound run unnamed: a server keeps named statements for the life of a connection.
  if (names.size >= limits.preparedStatements) return undefined;
  const name = `p${names.size}`;
  names.set(sql, name);
  return name;
}

/** What the database answers when it gives up a transaction for no fault of its statements. */
const PASSING = /^(?:08...|40...|53...|57P0.|25P03)$/;

/** Whether a failure is the database's or the network's, and passes: everything that no statement brought about. */
function isOutage(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? PASSING.test(error.code ?? '') : !(error instanceof TypeError);
}

/**
 * Runs one statement and gives its rows.
 * @throws 503 for an outage; the database's own error for a statement that is at fault
 */
export async function executeOn(
  client: pg.PoolClient,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const name = values.length > 0 ? nameOf(sql) : undefined;
  try {
    const result = await client.query({ text: sql, values: [...values], types, ...(name && { name }) });
    return result.rows;
  } catch (error) {
    throw isOutage(error) ? databaseUnavailable(error) : error;
  }
}

const connections = new WeakMap<pg.PoolClient, Connection>();

/** A client of the pool as a connection, the same for as long as the pool keeps the client. */
export function connectionOf(client: pg.PoolClient): Connection {
  const present = connections.get(client);
  if (present) return present;
  // What is asked for together goes out together, and is answered in the order in which it was asked.
  const execute: Execute = (sql, values) => executeOn(client, sql, values);
  const made = { execute, db: kyselyOn('postgres', execute) };
  connections.set(client, made);
  return made;
}
