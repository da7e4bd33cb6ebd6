// The relay's embedded database. Every change is on disk before it is acknowledged, and nothing is cached.
// Opening it migrates its tables forward.

import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';

const firstTables = `
  create table server (
    id integer primary key autoincrement,
    uuid text not null unique,
    key_hash text not null,
    hostname text not null,
    contact_email text not null,
    created_at integer not null,
    is_deactivated integer not null
  );
  create table organization (
    id integer primary key autoincrement,
    uuid text not null unique,
    server_id integer not null,
    secret_hash text not null,
    name text not null,
    url text not null,
    is_deactivated integer not null
  );
  create table device (
    organization_id integer not null,
    token_id text not null,
    kind text not null,
    token text not null,
    app_id text not null,
    primary key (organization_id, token_id)
  ) without rowid;
  create table plain_device (
    server_id integer not null,
    person text not null,
    kind text not null,
    token text not null,
    app_id text not null,
    primary key (server_id, person, kind, token)
  ) without rowid;
  create table delivery (
    server_id integer not null,
    id text not null,
    answer text not null,
    delivered_at integer not null,
    primary key (server_id, id)
  ) without rowid;
  create index delivery_time on delivery (delivered_at);
`;

/** Each migrates the tables by one version. Released steps never change; new ones are added at the end. */
const steps: readonly string[] = [
  firstTables,
  'create index organization_server on organization (server_id);',
  `
  drop table delivery;
  create table delivery (
    server_id integer not null,
    id text not null,
    pushes text not null,
    delivered_at integer not null,
    primary key (server_id, id)
  ) without rowid;
  create index delivery_time on delivery (delivered_at);
  `,
];

/** The connection to the relay's database file. */
export class RelayDatabase {
  readonly #database: Database.Database;

  /** Opens the database and migrates its tables. @throws if a newer version wrote it */
  constructor(file: string) {
    // The database contains device tokens, so only its owner may read it; SQLite gives its other files the same mode.
    closeSync(openSync(file, 'a', 0o600));
    this.#database = new Database(file);
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = FULL');
    this.#database.pragma('busy_timeout = 5000');
    this.#database.transaction(() => this.#migrate()).immediate();
  }

  close(): void {
    this.#database.close();
  }

  /** The first row, with its columns as `T` names them; undefined if there is none. */
  first<T>(sql: string, values: readonly unknown[]): T | undefined {
    return this.#database.prepare<unknown[], T>(sql).get(...values);
  }

  /** Every row, with its columns as `T` names them. */
  all<T>(sql: string, values: readonly unknown[] = []): T[] {
    return this.#database.prepare<unknown[], T>(sql).all(...values);
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, values: readonly unknown[]): number {
    return this.#database.prepare(sql).run(...values).changes;
  }

  /** Whether at least `count` rows match; `from` is the query after `from`. */
  hasAtLeast(count: number, from: string, values: readonly unknown[]): boolean {
    return this.first(`select 1 from ${from} limit 1 offset ${count - 1}`, values) !== undefined;
  }

  /** Runs work in a transaction, with one write to disk. Rolls back if it throws. */
  transaction<T>(work: () => T): T {
    return this.#database.transaction(work).immediate();
  }

  #migrate(): void {
    const version = Number(this.#database.pragma('user_version', { simple: true }));
    if (version > steps.length)
      throw new Error('The relay database is from a newer version of Parley. Update Parley first.');
    for (const step of steps.slice(version)) this.#database.exec(step);
    this.#database.pragma(`user_version = ${steps.length}`);
  }
}
