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
