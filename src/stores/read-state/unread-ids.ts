// The ids in unread ranges, from one walk along an index without reading the messages.

import { sql } from 'kysely';
import { parseIds } from '../../model/id-column.ts';
import { preparedRead } from '../../storage/prepared.ts';
import { cell, idListOf, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { messageHeads } from '../messages/message-store.ts';
import { periodsAroundMessages, wasEverInactive } from '../subscriptions/period-store.ts';
import { readStatusOf } from './read-status.ts';
import type { Range, UnreadRanges } from './unread-ranges.ts';

const idsWithin = preparedRead<{ ranges: string }>()((db, p, engine) =>
  db.selectFrom(rangeRows(engine, p.ranges)).select(
    idListOf(
      engine,
      sql`select message.id from message where message.conversation_id = ${cell(engine, 0)}
        and message.id > ${cell(engine, 1)} and message.id <= ${cell(engine, 2)} order by message.id`,
    ).as('ids'),
  ),
);
/** Messages stored as read for everyone; their unread exceptions are in `unreadIds`. */
const readOnArrival = preparedRead<{ ranges: string }>()((db, p, engine) =>
  db
    .selectFrom(rangeRows(engine, p.ranges))
    .innerJoin('message', (join) =>
      join
        .on('message.conversation_id', '=', cell(engine, 0))
        .on('message.id', '>', cell(engine, 1))
        .on('message.id', '<=', cell(engine, 2))
        .on('message.arrives_read', '=', sql.lit(1)),
    )
    .select('message.id'),
);
/** The account's own messages that were read for it when they were sent. */
const ownBetween = preparedRead<{ account: number; first: number; last: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('id')
    .where('sender_id', '=', p.account)
    .where('is_read_by_sender', '=', 1)
    .where('id', '>=', p.first)
    .where('id', '<=', p.last),
);

/**
 * The ids within the ranges that did not arrive read, without those in `readIds` and with those in `unreadIds`;
 * exceptions are applied last.
 */
export async function idsInUnreadRanges(
  reader: Reader,
  account: number,
  { ranges, readIds, unreadIds }: Pick<UnreadRanges, 'ranges' | 'readIds' | 'unreadIds'>,
): Promise<number[]> {
  const ids = await allWithin(reader, ranges);
  const [first] = ids;
  const last = ids.at(-1);
  const read =
    first === undefined || last === undefined
      ? []
      : (
          await Promise.all([
            ownBetween.all(reader, { account, first, last }),
            readOnArrival.all(reader, { ranges: JSON.stringify(ranges) }),
          ])
        ).flat();
  if (read.length + readIds.size + unreadIds.size === 0) return ids;
  const result = new Set(ids);
  for (const row of read) result.delete(row.id);
  for (const id of readIds) result.delete(id);
  for (const id of unreadIds) result.add(id);
  return ascending([...result]);
}

async function allWithin(reader: Reader, ranges: readonly Range[]): Promise<number[]> {
  if (ranges.length === 0) return [];
  const rows = await idsWithin.all(reader, { ranges: JSON.stringify(ranges) });
  const lists = rows.map((row) => parseIds(row.ids ?? '[]'));
  return lists.length === 1 ? (lists[0] ?? []) : ascending(lists.flat());
}

function ascending(ids: number[]): number[] {
  return Array.from(Float64Array.from(ids).sort());
}

/** Removes messages sent while the account was deactivated, which it did not receive. */
export async function receivedOnly(reader: Reader, account: number, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return ids;
  if (!(await wasEverInactive(reader, account))) return ids;
  const subscriptions = await periodsAroundMessages(reader, account, ids);
  const statuses = await readStatusOf(reader, account, subscriptions, await messageHeads(reader, ids));
  return ids.filter((id) => statuses.get(id)?.isRead === false);
}
