// At which message id a moment lies: within an organization times rise with the log.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';

/** The log is halved inside the engine: a step looks at the first message at or after the middle of what is left. */
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
 * The id from which on messages were sent at or after a moment; undefined when none was. Found by halving the
 * log, since times rise with it, in one statement.
 */
export async function firstIdSince(reader: Reader, moment: number): Promise<number | undefined> {
  const row = await sinceMoment.first(reader, { organization: reader.organizationId, moment });
  return row?.found ?? undefined;
}
