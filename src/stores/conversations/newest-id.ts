// The highest message id of the organization. Each of its later messages has a higher one.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const newest = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('id')
    // Written as in the definition of the index over all messages.
    .where(sql`(organization_id + 0)`, '=', p.organization)
    .orderBy('id', 'desc')
    .limit(1),
);

/** The highest message id of the organization; 0 without messages. */
export async function newestMessageId(reader: Reader): Promise<number> {
  return (await newest.first(reader, { organization: reader.organizationId }))?.id ?? 0;
}
