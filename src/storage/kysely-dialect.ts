// Kysely on top of Parley's own connections. The builder and its types are Kysely's; the statements run through
// one `execute` per connection, which caches prepared statements.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { namedColumns } from './named-columns.ts';
import type { Engine, Execute } from './reader-writer.ts';
import type { Schema } from './schema.ts';

/**
 * Hides values from SQLite's planner. It would otherwise look at the value of each `limit`, `order by` or partial index
 * that has one, and prepare the statement again for every new value, which costs ten times as much as running it.
 */
class StableSqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class SessionConnection implements DatabaseConnection {
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#execute(query.sql, query.parameters);
    return { rows: rows as R[] };
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed; read them in pages.');
  }
}

class SessionDriver extends DummyDriver implements Driver {
  readonly #connection: SessionConnection;

  constructor(execute: Execute) {
    super();
    this.#connection = new SessionConnection(execute);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
}

function dialect(engine: Engine, driver: () => Driver): Dialect {
  return engine === 'sqlite'
    ? {
        createAdapter: () => new SqliteAdapter(),
        createDriver: driver,
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new StableSqliteCompiler(),
      }
    : {
        createAdapter: () => new PostgresAdapter(),
        createDriver: driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      };
}

const plugins = [namedColumns];

/** A query builder whose statements run through `execute`. */
export function kyselyOn(engine: Engine, execute: Execute): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: dialect(engine, () => new SessionDriver(execute)), plugins });
}

/** A query builder that only compiles. */
export function compilerFor(engine: Engine): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: dialect(engine, () => new DummyDriver()), plugins });
}
