// A hash for each table of a database: equal hashes show that nothing was changed in between.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Reader } from '../../src/storage/reader-writer.ts';
import type { TestServer } from '../support/server.ts';

/** Hashes by table. */
type Fingerprint = Readonly<Record<string, string>>;

/**
 * Tables that are not compared. The counter of log positions, because a position drawn by a refused unit of work stays
 * unused; and the log of webhook deliveries, which includes refused ones. Jobs are stopped by closing the scheduler.
 */
const LEFT_OUT = new Set(['organization_sequence', 'webhook_delivery']);

const TABLES = {
  sqlite:
    "select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%' order by name",
  postgres:
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
};

/** The compared rows of tables that also change otherwise; old log entries, for example, are deleted over time. */
const COMPARED_ROWS: Readonly<Record<string, string>> = {
  event: 'select organization_id, max(sequence) as newest from event group by organization_id',
  // Polls of participants are recorded there.
  call_participant:
    'select id, session, queue_id, left_at, is_muted, has_camera, has_screen, has_hand from call_participant',
  // Refused logins are recorded there.
  audit_entry: "select * from audit_entry where kind <> 'log_in_failed'",
  sqlite_sequence: "select * from sqlite_sequence where name not in ('webhook_delivery', 'audit_entry')",
};

async function hashOf({ execute }: Reader, table: string): Promise<string> {
  const rows = await execute(COMPARED_ROWS[table] ?? `select * from "${table}"`, []);
  const hash = createHash('sha1');
  for (const row of rows.map((one) => JSON.stringify(one)).sort()) hash.update(row);
  return hash.digest('base64');
}

/** The content of all organizations in a server's tables. */
function fingerprint({ server }: TestServer): Promise<Fingerprint> {
  const { database } = server.services;
  return database.snapshot(0, async (reader) => {
    const rows = await reader.execute(TABLES[reader.engine], []);
    const tables = rows.map(({ name }) => String(name)).filter((name) => !LEFT_OUT.has(name));
    const hashes: Record<string, string> = {};
    for (const table of tables) hashes[table] = await hashOf(reader, table);
    return hashes;
  });
}

/** A comparison takes longer than the error cases of an operation. */
const OPERATIONS_PER_COMPARISON = 10;

/** Checks that refused requests change nothing. */
export class Unchanged {
  readonly #server: TestServer;
  #before: Fingerprint;
  #names: string[] = [];

  private constructor(server: TestServer, before: Fingerprint) {
    this.#server = server;
    this.#before = before;
  }

  static async since(server: TestServer): Promise<Unchanged> {
    return new Unchanged(server, await fingerprint(server));
  }

  /** Called after an operation's expected errors; compares when due. */
  async after(name: string): Promise<void> {
    this.#names.push(name);
    if (this.#names.length === OPERATIONS_PER_COMPARISON) await this.compare();
  }

  /** Fails with the names of the changed tables, and the operations since the last comparison. */
  async compare(): Promise<void> {
    const [names, before] = [this.#names, this.#before];
    this.#names = [];
    this.#before = await fingerprint(this.#server);
    const changedTables = Object.keys(this.#before).filter((table) => this.#before[table] !== before[table]);
    assert.deepEqual(changedTables, [], `something was changed by one of: ${names.join(', ')}`);
  }
}
