// The highest message id of the server. Every later message has a higher one. That of one organization would suffice, but
// PostgreSQL may read all of its messages for it (docs/design/scale.md).

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const newest = preparedRead<Record<never, never>>()((db) =>
  db.selectFrom('message').select((e) => e.fn.max('id').as('id')),
);

/** The highest message id of the server; 0 without messages. */
export async function newestMessageId(reader: Reader): Promise<number> {
  return (await newest.first(reader, {}))?.id ?? 0;
}
