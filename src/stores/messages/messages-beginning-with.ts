// Finds messages by the beginning of their text.

import { sql } from 'kysely';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const beginningWith = preparedRead<{ ids: string; beginning: string; length: number }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .select('id')
    .where('id', 'in', idsOf(engine, p.ids))
    .where(sql<boolean>`substr(content, 1, cast(${p.length} as int)) = ${p.beginning}`),
);

/** The ids among those given of messages whose text begins with `beginning`. */
export async function messagesBeginningWith(
  reader: Reader,
  ids: readonly number[],
  beginning: string,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const values = { ids: JSON.stringify(ids), beginning, length: beginning.length };
  return new Set((await beginningWith.all(reader, values)).map(({ id }) => id));
}
