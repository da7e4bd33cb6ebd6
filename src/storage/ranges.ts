// Queries over many index ranges at once. The ranges are passed as one JSON parameter, `[[key, low, high],
// …]`, and the engine reads only the requested number of entries of each. Both planners run the obvious form
// (`in (…) order by … limit`) as a full scan.

import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './reader-writer.ts';

/** The ranges of a JSON list as rows of a table `r`, whose cells `cell` reads. */
export function rangeRows(engine: Engine, json: string) {
  return engine === 'sqlite'
    ? sql<{ value: string }>`json_each(${json})`.as('r')
    : sql<{ value: string }>`json_array_elements(${json}::json)`.as('r');
}

/** The number at a position of a range. */
export function cell(engine: Engine, position: 0 | 1 | 2): RawBuilder<number> {
  return engine === 'sqlite'
    ? sql<number>`(r.value ->> ${sql.lit(position)})`
    : sql<number>`(r.value ->> ${sql.lit(position)})::bigint`;
}

/** The ids of a query (column `id`) as one JSON text; null or `[]` if there are none. */
export function idListOf(engine: Engine, query: RawBuilder<unknown>): RawBuilder<string | null> {
  return engine === 'sqlite'
    ? sql<string | null>`(select json_group_array(x.id) from (${query}) as x)`
    : sql<string | null>`(select json_agg(x.id)::text from (${query}) as x)`;
}

/** A range of one key in an index over a key and ids: `low` inclusive, `high` exclusive. */
interface KeyedRange {
  readonly key: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The condition and the order of rows in a range of an index over the columns `key` and `id`. With an equal key and ids in
 * order, PostgreSQL may walk the rows of all keys by id, which takes long if the newest have other keys. So pairs are
 * compared and ordered there, which only this index can do. Use both: the planner cannot estimate such a condition alone.
 */
export function indexRange(
  engine: Engine,
  columns: { readonly key: RawBuilder<unknown>; readonly id?: RawBuilder<unknown> },
  { key, low, high }: KeyedRange,
): {
  readonly where: RawBuilder<boolean>;
  readonly orderBy: (order: 'asc' | 'desc') => RawBuilder<unknown>;
} {
  const id = columns.id ?? sql`id`;
  if (engine === 'sqlite') {
    return {
      where: sql<boolean>`${columns.key} = ${key} and ${id} >= ${low} and ${id} < ${high}`,
      orderBy: (order) => sql`${id} ${sql.raw(order)}`,
    };
  }
  const pair = sql`(${columns.key}, ${id})`;
  return {
    where: sql<boolean>`${pair} >= (${key}, ${low}) and ${pair} < (${key}, ${high})`,
    orderBy: (order) => sql`${columns.key} ${sql.raw(order)}, ${id} ${sql.raw(order)}`,
  };
}
