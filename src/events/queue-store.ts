// Event queues in the database. Stored positions lag behind and are written in bulk; the client's own
// `last_event_id` is authoritative.

import { parseColumn } from '../api-contract/parse-column.ts';
import { steadyNowSeconds } from '../api-contract/time.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { idsOf, preparedRead, preparedWrite, textsOf } from '../storage/prepared.ts';
import type { Reader, Writer } from '../storage/reader-writer.ts';
import { EventQueue, type QueueOptions, type QueueRecord } from './queue.ts';

const byId = preparedRead<{ id: string; organization: number }>()((db, p) =>
  db
    .selectFrom('event_queue')
    .selectAll()
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization),
);
const queuesOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('event_queue')
    .select(['account_id', 'last_seen_at', 'options'])
    .where('account_id', 'in', idsOf(engine, p.ids)),
);
const idsOfAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('event_queue').select('id').where('account_id', '=', p.account).orderBy('last_seen_at'),
);
const deleteOne = preparedWrite<{ id: string }>()((db, p) =>
  db.deleteFrom('event_queue').where('id', '=', p.id),
);
const insert = preparedWrite<{
  id: string;
  organization: number;
  account: number;
  start: number;
  now: number;
  idle: number;
  options: string;
}>()((db, p) =>
  db.insertInto('event_queue').values({
    id: p.id,
    organization_id: p.organization,
    account_id: p.account,
    start_sequence: p.start,
    acknowledged: p.start,
    last_seen_at: p.now,
    idle_seconds: p.idle,
    options: p.options,
  }),
);
const storePosition = preparedWrite<{ id: string; acknowledged: number; lastSeenAt: number }>()(
  (db, p, engine) => {
    const update = db
      .updateTable('event_queue')
      .set({ acknowledged: p.acknowledged, last_seen_at: p.lastSeenAt })
      .where('id', '=', p.id);
    // A single server's value is always valid, even after its clock was set back.
    return engine === 'sqlite' ? update : update.where('last_seen_at', '<=', p.lastSeenAt);
  },
);

/** Stores a queue that was just registered. */
export async function insertQueue(writer: Writer, record: QueueRecord): Promise<void> {
  await insert.all(writer, {
    id: record.id,
    organization: record.organizationId,
    account: record.accountId,
    start: record.startSequence,
    now: writer.now,
    idle: record.idleSeconds,
    options: JSON.stringify(record.options),
  });
}

/** The queue with an id; undefined if it was removed or is another organization's. */
export async function readQueue(reader: Reader, id: string): Promise<EventQueue | undefined> {
  const row = await byId.first(reader, { id, organization: reader.organizationId });
  if (!row) return undefined;
  const record: QueueRecord = {
    id: row.id,
    organizationId: row.organization_id,
    accountId: row.account_id,
    startSequence: row.start_sequence,
    idleSeconds: row.idle_seconds,
    options: parseColumn<QueueOptions>(row.options),
  };
  return new EventQueue(record, row.acknowledged, Math.max(0, steadyNowSeconds() - row.last_seen_at));
}

/** Removes a queue. `endQueue` informs servers that have it in memory. */
export async function deleteQueue(writer: Writer, id: string): Promise<void> {
  await deleteOne.all(writer, { id });
}

/** Removes all queues of accounts. */
export async function deleteQueuesOf(writer: Writer, accountIds: readonly number[]): Promise<void> {
  await writer.db
    .deleteFrom('event_queue')
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify(accountIds)))
    .execute();
}

/** Writes the positions of queues that moved, all in one unit of work. */
export async function storePositions(
  database: ParleyDatabase,
  organizationId: number,
  queues: readonly EventQueue[],
): Promise<void> {
  if (queues.length === 0) return;
  await database.write(organizationId, async (writer) => {
    for (const queue of queues) {
      await storePosition.all(writer, {
        id: queue.record.id,
        acknowledged: queue.acknowledged,
        lastSeenAt: Math.floor(writer.now - queue.secondsSincePoll),
      });
    }
  });
}

/**
 * Removes queues whose idle time without a poll is over. This server's memory takes precedence over stored
 * times, which may have been written before the clock was set.
 */
export async function deleteIdleQueues(writer: Writer, inMemory: Iterable<EventQueue>): Promise<void> {
  const { idle = [], alive = [] } = Object.groupBy(inMemory, (queue) => (queue.isIdle ? 'idle' : 'alive'));
  const idsOfQueues = (queues: readonly EventQueue[]) =>
    textsOf(writer.engine, JSON.stringify(queues.map(({ record }) => record.id)));
  await writer.db
    .deleteFrom('event_queue')
    .where('organization_id', '=', writer.organizationId)
    .where('id', 'not in', idsOfQueues(alive))
    .where((e) => {
      const isStale = e(e('last_seen_at', '+', e.ref('idle_seconds')), '<', steadyNowSeconds());
      // With several servers, its client may have polled another one.
      return writer.engine === 'sqlite' ? e.or([isStale, e('id', 'in', idsOfQueues(idle))]) : isStale;
    })
    .execute();
}

/** The ids of all queues. */
export async function presentQueueIds(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader.db
    .selectFrom('event_queue')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The log position before which no stored queue needs the log; undefined without queues. */
export async function lowestPosition(reader: Reader): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('event_queue')
    .select((e) => e.fn.min('acknowledged').as('lowest'))
    .where('organization_id', '=', reader.organizationId)
    .executeTakeFirst();
  return row?.lowest ?? undefined;
}

/** The queues of an account, least recently polled first. */
export async function queueIdsOf(reader: Reader, accountId: number): Promise<string[]> {
  const rows = await idsOfAccount.all(reader, { account: accountId });
  return rows.map((row) => row.id);
}

/** When each of the given accounts last polled a queue that takes messages; accounts without one are missing. */
export async function lastPolls(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const result = new Map<number, number>();
  for (const row of await queuesOf.all(reader, { ids: JSON.stringify(accountIds) })) {
    const { eventTypes } = parseColumn<QueueOptions>(row.options);
    if (eventTypes !== null && !eventTypes.includes('message')) continue;
    result.set(row.account_id, Math.max(result.get(row.account_id) ?? 0, row.last_seen_at));
  }
  return result;
}

const entryFrom = preparedRead<{ organization: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('event')
    .select(['sequence', 'log_bytes'])
    .where('organization_id', '=', p.organization)
    .where('sequence', '>=', p.sequence)
    .orderBy('sequence')
    .limit(1),
);

/** The first log position after which the log has at most this many bytes. */
export async function positionWithinBytes(reader: Reader, bytes: number): Promise<number> {
  const organization = reader.organizationId;
  const newest = await reader.db
    .selectFrom('organization_sequence')
    .select(['sequence', 'log_bytes'])
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  const isBelow = (entry: { readonly log_bytes: number } | undefined) =>
    entry !== undefined && newest.log_bytes - entry.log_bytes > bytes;
  const oldest = await entryFrom.first(reader, { organization, sequence: 0 });
  if (!oldest || !isBelow(oldest)) return 0;
  let low = oldest.sequence;
  let high = newest.sequence + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const entry = await entryFrom.first(reader, { organization, sequence: middle });
    if (entry && isBelow(entry)) low = entry.sequence;
    else high = middle;
  }
  return low + 1;
}

/** Removes queues whose clients have acknowledged less than a log position. */
export async function deleteQueuesBehind(writer: Writer, sequence: number): Promise<void> {
  await writer.db
    .deleteFrom('event_queue')
    .where('organization_id', '=', writer.organizationId)
    .where('acknowledged', '<', sequence)
    .execute();
}

/** Removes entries up to a log position that are older than a given time. */
export async function cutLog(writer: Writer, sequence: number, before: number): Promise<void> {
  await writer.db
    .deleteFrom('event')
    .where('organization_id', '=', writer.organizationId)
    .where('sequence', '<=', sequence)
    .where('created_at', '<', before)
    .execute();
}

/** Removes the queues of all organizations; returns how many there were. For a database that no server uses. */
export async function deleteAllQueues(writer: Writer): Promise<number> {
  const rows = await writer.db.deleteFrom('event_queue').returning('id').execute();
  return rows.length;
}

/** The organizations that have a queue. */
export async function organizationsWithQueues(reader: Reader): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('event_queue')
    .select('organization_id')
    .distinct()
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}
