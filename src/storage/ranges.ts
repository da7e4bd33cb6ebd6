// Queries over many index ranges at once: the ranges travel as one JSON parameter, `[[key, low, high], …]`, and
// for each of them the engine reads only as many entries as are asked for. Both planners answer the obvious form
// (`in (…) order by … limit`) with scans of everything.

import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './session.ts';

/** The ranges of a JSON list as rows of a table `r`, whose cells `cell` reads. */
export function rangeRows(engine: Engine, json: string) {
  return engine === 'sqlite'
    ? sql<{ value: string }>`json_each(${json})`.as('r')
    : sql<{ value: string }>`json_array_elements(${json}::json)`.as('r');
}

/** The number at a position of the row's list. */
export function cell(engine: Engine, position: 0 | 1 | 2): RawBuilder<number> {
  return engine === 'sqlite'
    ? sql<number>`(r.value ->> ${sql.lit(position)})`
    : sql<number>`(r.value ->> ${sql.lit(position)})::bigint`;
}

/** The ids of a query (a column `id`) as one JSON text; null or `[]` when there are none. */
export function idListOf(engine: Engine, query: RawBuilder<unknown>): RawBuilder<string | null> {
  return engine === 'sqlite'
    ? sql<string | null>`(select json_group_array(x.id) from (${query}) as x)`
    : sql<string | null>`(select json_agg(x.id)::text from (${query}) as x)`;
}
