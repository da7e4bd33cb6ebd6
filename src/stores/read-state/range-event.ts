// The event of very many messages that became read at once. Its entry stores ranges instead of ids, which are
// looked up on delivery. Messages moved in between are no longer in their ranges; those of them that are read
// now are included. Any other change to a message has an event of its own.

import { sql } from 'kysely';
import { extraOf, type LogEntry, type NewEvent } from '../../api-contract/event.ts';
import { newPartialEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { flagsEventType } from '../../model/messages/message-event-schema.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { messageHeads } from '../messages/message-store.ts';
import { periodsAroundMessages } from '../subscriptions/period-store.ts';
import { readStatusOf } from './read-status.ts';
import { isBetweenOthers } from './reception.ts';
import { idsInUnreadRanges } from './unread-ids.ts';
import type { Range, UnreadRanges } from './unread-ranges.ts';

interface RangesExtra {
  readonly accountId: number;
  readonly ranges: readonly Range[];
  /** The `readIds` of the ranges. */
  readonly less: readonly number[];
  /** The `unreadIds` of the ranges. */
  readonly more: readonly number[];
}

const movedSince = preparedRead<{ organization: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('message_edit')
    .select('message_id')
    .distinct()
    .where('organization_id', '=', p.organization)
    .where('sequence', '>', p.sequence)
    .where(sql<boolean>`(prev_topic is not null or prev_channel_id is not null)`),
);

/** The event that everything in the ranges became read. */
export function rangesReadEvent(
  accountId: number,
  { ranges, size, readIds, unreadIds }: UnreadRanges,
): NewEvent {
  const extra: RangesExtra = { accountId, ranges, less: [...readIds], more: [...unreadIds] };
  return newPartialEvent(
    flagsEventType,
    { op: 'add', operation: 'add', flag: 'read', all: false },
    {
      audience: { kind: 'accounts', ids: [accountId] },
      extra: { ...extra },
      width: Math.ceil((size + unreadIds.size) / limits.flagEventIds),
    },
  );
}

/** Whether an entry has ranges instead of ids. */
export function hasRanges(entry: LogEntry): boolean {
  return entry.extra?.ranges !== undefined;
}

/** The ids of an entry with ranges, in parts that become one event each. */
export async function expandRanges(reader: Reader, entry: LogEntry): Promise<number[][]> {
  const extra = extraOf<RangesExtra>(entry);
  const ids = await idsInUnreadRanges(reader, extra.accountId, {
    ranges: extra.ranges,
    readIds: new Set(extra.less),
    unreadIds: new Set(extra.more),
  });
  const exact = await withoutMoved(reader, extra.accountId, entry.sequence, ids);
  const parts: number[][] = [];
  const length = Math.max(limits.flagEventIds, Math.ceil(exact.length / (entry.width ?? 1)));
  for (let start = 0; start < exact.length; start += length) parts.push(exact.slice(start, start + length));
  return parts;
}

async function withoutMoved(
  reader: Reader,
  accountId: number,
  sequence: number,
  ids: number[],
): Promise<number[]> {
  const movedRows = await movedSince.all(reader, { organization: reader.organizationId, sequence });
  if (movedRows.length === 0) return ids;
  const result = new Set(ids);
  for (const row of movedRows) result.delete(row.message_id);
  const heads = await messageHeads(
    reader,
    movedRows.map((row) => row.message_id),
  );
  const own = heads.filter((head) => !isBetweenOthers(head, accountId));
  const statuses = await readStatusOf(
    reader,
    accountId,
    await periodsAroundMessages(
      reader,
      accountId,
      own.map((head) => head.id),
    ),
    own,
  );
  for (const head of own) if (statuses.get(head.id)?.isRead) result.add(head.id);
  return [...result].sort((a, b) => a - b);
}
