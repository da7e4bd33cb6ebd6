// Prepared queries for hot paths: built and compiled once per engine, then run with new values. Building a
// query each time costs several times as much as running it.

import { type Compilable, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import { compilerFor } from './kysely-dialect.ts';
import type { Engine, Reader, Row, Writer } from './reader-writer.ts';
import type { Schema } from './schema.ts';

/** The placeholder for a value that is passed when the query runs. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Compiled {
  readonly sql: string;
  /** For each placeholder, its constant value or its slot. */
  readonly parameters: readonly unknown[];
}

type Build<P, R> = (db: Kysely<Schema>, slots: P, engine: Engine) => Compilable<R>;

const compilers: Readonly<Record<Engine, Kysely<Schema>>> = {
  sqlite: compilerFor('sqlite'),
  postgres: compilerFor('postgres'),
};

/** Stands in for the values while a query is built: every property is a slot of that name. */
const slots = new Proxy({}, { get: (_target, name) => new Slot(String(name)) });

class Prepared<P extends object, R> {
  readonly #build: Build<P, R>;
  readonly #compiled = new Map<Engine, Compiled>();

  constructor(build: Build<P, R>) {
    this.#build = build;
  }

  protected run(reader: Reader, values: P): Promise<Row[]> {
    const compiled = this.#compiledFor(reader.engine);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? (values as Row)[parameter.name] : parameter,
    );
    return reader.execute(compiled.sql, parameters);
  }

  #compiledFor(engine: Engine): Compiled {
    const cached = this.#compiled.get(engine);
    if (cached) return cached;
    const query = this.#build(compilers[engine], slots as P, engine).compile();
    const compiled = { sql: query.sql, parameters: query.parameters };
    this.#compiled.set(engine, compiled);
    return compiled;
  }
}

/** A prepared query that reads. */
export class PreparedRead<P extends object, R> extends Prepared<P, R> {
  /** Returns every row. */
  all(reader: Reader, values: P): Promise<R[]> {
    return this.run(reader, values) as Promise<R[]>;
  }

  /** Returns the first row; undefined if there is none. */
  async first(reader: Reader, values: P): Promise<R | undefined> {
    const rows = await this.run(reader, values);
    return rows[0] as R | undefined;
  }
}

/** A prepared statement that writes; needs a writer. */
class PreparedWrite<P extends object, R> extends Prepared<P, R> {
  /** Returns every row of the statement's result. */
  all(writer: Writer, values: P): Promise<R[]> {
    return this.run(writer, values) as Promise<R[]>;
  }

  /** Returns the first row of the result; undefined if there is none. */
  async first(writer: Writer, values: P): Promise<R | undefined> {
    const rows = await this.run(writer, values);
    return rows[0] as R | undefined;
  }
}

/**
 * Declares a query whose values are passed later. It is built once per engine, so nothing in it may depend on
 * a value.
 * @example
 * const byId = preparedRead<{ id: number }>()((db, p) =>
 *   db.selectFrom('draft').selectAll().where('id', '=', p.id),
 * );
 * const draft = await byId.first(reader, { id: 5 }); // undefined if there is none
 */
export function preparedRead<P extends object>() {
  return <R>(build: Build<P, R>): PreparedRead<P, R> => new PreparedRead(build);
}

/** Declares a statement that writes; see `preparedRead`. */
export function preparedWrite<P extends object>() {
  return <R>(build: Build<P, R>): PreparedWrite<P, R> => new PreparedWrite(build);
}

/**
 * The ids of a list that is passed as one parameter (`JSON.stringify(ids)`), for `where('id', 'in',
 * idsOf(…))`: one statement for lists of any length.
 */
export function idsOf(engine: Engine, json: string): RawBuilder<number> {
  return engine === 'sqlite'
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from json_array_elements_text(${json}::json))`;
}

/** The same as `idsOf` for a list of texts. */
export function textsOf(engine: Engine, json: string): RawBuilder<string> {
  return engine === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select value from json_array_elements_text(${json}::json))`;
}

/** The reverse of `idsOf`: collects a column of ids into one JSON text, for groups of many thousands. */
export function aggregatedIds(engine: Engine, column: Expression<number>): RawBuilder<string> {
  return engine === 'sqlite'
    ? sql<string>`json_group_array(${column})`
    : sql<string>`coalesce(json_agg(${column}), '[]')::text`;
}
