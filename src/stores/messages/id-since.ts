// Finds the message id at a time. Within an organization, times rise with the log.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

/**
 * Binary search inside the engine: each step reads the first message at or after the middle of the remaining
 * range.
 */
const sinceMoment = preparedRead<{ organization: number; moment: number }>()((db, p) => {
  const isOwn = sql`(organization_id + 0) = ${p.organization}`;
  const isSince = sql`m.sent_at >= ${p.moment}`;
  const middle = sql`(h.low + h.high) / 2`;
  return db
    .selectFrom(
      sql<{ found: number | null }>`(
        with recursive halved(low, high, found) as (
          select cast(0 as bigint), coalesce(
            (select sequence from message where ${isOwn} order by sequence desc limit 1), cast(-1 as bigint)
          ), cast(null as bigint)
          union all
          select
            case when ${isSince} then h.low else m.sequence + 1 end,
            case when ${isSince} then ${middle} - 1 else h.high end,
            case when ${isSince} then m.id else h.found end
          from halved h join message m on m.id = (
            select id from message where ${isOwn} and sequence >= ${middle} order by sequence limit 1
          )
          where h.low <= h.high
        )
        select found from halved where low > high
      )`.as('search'),
    )
    .select('found');
});

/**
 * The id of the first message sent at or after a time; undefined if there is none. Found by a binary search
 * over the log in one statement.
 */
export async function firstIdSince(reader: Reader, moment: number): Promise<number | undefined> {
  const row = await sinceMoment.first(reader, { organization: reader.organizationId, moment });
  return row?.found ?? undefined;
}
