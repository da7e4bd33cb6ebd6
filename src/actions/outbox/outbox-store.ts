// The outbox: rows of work that leaves the server. A worker claims a row inside a unit of work by moving its
// due time ahead, so only one of several servers has it. A row that its worker never finished becomes due
// again, so every row is delivered at least once.

import { sql } from 'kysely';
import { type Codec, decodeDocument } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { CodedError } from '../../errors/coded-error.ts';
import { preparedRead, preparedWrite, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type OutboxRow = Row<'outbox'>;

/** The type of the log entry that wakes workers; clients never see it. */
const ENTRY_TYPE = '_outbox';
/** The purpose for which secret payloads are sealed. */
const SECRET_WORK = 'outbox';

const nextDue = preparedRead<{ kind: string }>()((db, p) =>
  db.selectFrom('outbox').select('due_at').where('kind', '=', p.kind).orderBy('due_at').limit(1),
);
const due = preparedRead<{ kind: string; now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', p.kind)
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(p.limit),
);
const claim = preparedWrite<{ id: number; organization: number; now: number; until: number }>()((db, p) =>
  db
    .updateTable('outbox')
    .set((row) => ({ due_at: p.until, attempts: row('attempts', '+', 1) }))
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization)
    .where('due_at', '<=', p.now)
    .returningAll(),
);
interface Claim {
  readonly id: number;
  readonly organization: number;
  readonly attempts: number;
}

const remove = preparedWrite<Claim>()((db, p) =>
  db
    .deleteFrom('outbox')
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization)
    .where('attempts', '=', p.attempts)
    .returning('id'),
);
const defer = preparedWrite<Claim & { due: number; payload: string; left: number }>()((db, p) =>
  db
    .updateTable('outbox')
    .set({ due_at: p.due, payload: p.payload, attempts: p.left })
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization)
    .where('attempts', '=', p.attempts)
    .returning('id'),
);

/**
 * Adds one row of work for each payload, due at once; workers are notified when the unit of work is durable.
 */
export function queueWork(writer: Writer, kind: string, ...payloads: readonly string[]): Promise<void> {
  return queueWorkFor(writer, kind, ...payloads.map((payload) => ({ receiver: '', payload })));
}

/** The receiver of work that shares the concurrency of one holder with other receivers: `12/34`. */
export function receiverOf(holder: number, receiver: number | string): string {
  return `${holder}/${receiver}`;
}

/** The holder of a receiver: the receiver itself if it has no holder. */
export function holderOf(receiver: string): string {
  return receiver.split('/', 1)[0] ?? receiver;
}

/** Work for a receiver that may be slow, so a worker limits its share. */
export type WorkForReceiver = Pick<OutboxRow, 'receiver' | 'payload'>;

/** Adds one row for each receiver, as `queueWork` does. */
export async function queueWorkFor(
  writer: Writer,
  kind: string,
  ...works: readonly WorkForReceiver[]
): Promise<void> {
  if (works.length === 0) return;
  const common = { organization_id: writer.organizationId, kind, due_at: writer.now, attempts: 0 };
  await writer.db
    .insertInto('outbox')
    .values(works.map((work) => ({ ...common, ...work })))
    .execute();
  writer.emit({ type: ENTRY_TYPE, audience: { kind: 'nobody' }, payload: {}, extra: { kind } });
}

/** A sealed payload, for secrets such as links that give access. */
export function sealedWork(writer: Writer, payload: unknown): string {
  return writer.secrets.seal(SECRET_WORK, JSON.stringify(payload));
}

/** A payload that the code of this server does not understand, for example one of a newer version. */
export class UnreadableWorkError extends CodedError {
  constructor(reason: string, options?: ErrorOptions) {
    super('WORK_UNREADABLE', `the payload cannot be read: ${reason}`, options);
  }
}

/** The decoded payload of a row. @throws UnreadableWorkError that names the problem and its place */
export function workIn<T>(codec: Codec<T>, payload: string): T {
  return decodeDocument(codec, parseJson(payload), ({ description }) => new UnreadableWorkError(description));
}

/** The decoded payload of a row that was sealed by `sealedWork`. @throws UnreadableWorkError as `workIn` does */
export function unsealedWork<T>(codec: Codec<T>, reader: Reader, row: OutboxRow): T {
  return workIn(codec, reader.secrets.open(SECRET_WORK, row.payload));
}

/** Whether a log entry announces work of a kind. */
export function announcesWork(
  entry: { readonly type: string; readonly extra?: Readonly<Record<string, unknown>> },
  kind: string,
): boolean {
  return entry.type === ENTRY_TYPE && entry.extra?.kind === kind;
}

/** When the next row of a kind is due, in any organization. */
export async function nextWork(reader: Reader, kind: string): Promise<number | undefined> {
  return (await nextDue.first(reader, { kind }))?.due_at;
}

/** Rows of a kind that are due at a given time, of all organizations. */
export function dueWork(reader: Reader, kind: string, now: number, limit: number): Promise<OutboxRow[]> {
  return due.all(reader, { kind, now, limit });
}

/** Rows to leave out: claimed ones, and those of receivers and holders whose share is used up. */
export interface ExcludedWork {
  readonly ids: readonly number[];
  readonly receivers: readonly string[];
  readonly holders: readonly string[];
}

/**
 * Due rows except the excluded ones. The query skips a bounded number of rows of few receivers and holders, and an
 * index covers its conditions, so it is fast.
 */
export function dueWorkExcluding(
  reader: Reader,
  { ids, receivers, holders }: ExcludedWork,
  { kind, now, limit }: { readonly kind: string; readonly now: number; readonly limit: number },
): Promise<OutboxRow[]> {
  let query = reader.db.selectFrom('outbox').selectAll().where('kind', '=', kind).where('due_at', '<=', now);
  if (ids.length > 0) query = query.where('id', 'not in', ids);
  if (receivers.length > 0) query = query.where('receiver', 'not in', receivers);
  for (const holder of holders) query = query.where('receiver', 'not like', `${holder}/%`);
  return query.orderBy('due_at').orderBy('id').limit(limit).execute();
}

const lastDueThatFits = preparedRead<{ kind: string; now: number; before: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', p.kind)
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(1)
    .offset(p.before),
);

/**
 * Whether at least this many rows of a kind are due, in any organization. Work that can wait is postponed until there
 * are fewer.
 */
export async function hasBacklog(reader: Reader, kind: string, now: number, count: number): Promise<boolean> {
  return (await lastDueThatFits.first(reader, { kind, now, before: count - 1 })) !== undefined;
}

const lastThatFits = preparedRead<{ kind: string; receiver: string; before: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', p.kind)
    .where('receiver', '=', p.receiver)
    // The index covers only these rows.
    .where(sql<boolean>`receiver <> ''`)
    .limit(1)
    .offset(p.before),
);

/** Whether at least this many rows wait for a receiver. */
export async function hasWaitingWork(
  reader: Reader,
  kind: string,
  receiver: string,
  count: number,
): Promise<boolean> {
  return (await lastThatFits.first(reader, { kind, receiver, before: count - 1 })) !== undefined;
}

const receiversFull = preparedRead<{ kind: string; receivers: string; count: number }>()((db, p, engine) =>
  db
    .selectFrom('outbox')
    .select('receiver')
    .where('kind', '=', p.kind)
    // As above: the index covers only these rows.
    .where(sql<boolean>`receiver <> ''`)
    .where('receiver', 'in', textsOf(engine, p.receivers))
    .groupBy('receiver')
    .having(sql<boolean>`count(*) >= ${p.count}`),
);

/** The receivers for which at least this many rows wait. */
export async function fullReceivers(
  reader: Reader,
  kind: string,
  receivers: readonly string[],
  count: number,
): Promise<ReadonlySet<string>> {
  const rows = await receiversFull.all(reader, { kind, receivers: JSON.stringify(receivers), count });
  return new Set(rows.map(({ receiver }) => receiver));
}

/** Claims a row for some seconds; undefined if another worker has it or it is done. */
export function claimWork(
  writer: Writer,
  id: number,
  now: number,
  seconds: number,
): Promise<OutboxRow | undefined> {
  return claim.first(writer, { id, organization: writer.organizationId, now, until: now + seconds });
}

/**
 * Removes a row that is done or given up. Returns false if the worker took too long and lost its claim:
 * another worker has claimed or finished the row, and makes the changes that depend on it.
 * @param claimed the row as `claimWork` returned it
 */
export async function removeWork(writer: Writer, claimed: OutboxRow): Promise<boolean> {
  const removed = await remove.first(writer, claimOf(writer, claimed));
  return removed !== undefined;
}

/** How a row is retried. */
export interface Deferral {
  /** In seconds. */
  readonly dueAt: number;
  /** A reduced or changed payload. */
  readonly payload?: string | undefined;
  /** Set for an aborted attempt, which does not count. */
  readonly attempts?: number;
}

/** Schedules another attempt of a row; returns false if the worker lost its claim, as with `removeWork`. */
export async function deferWork(writer: Writer, claimed: OutboxRow, deferral: Deferral): Promise<boolean> {
  const deferred = await defer.first(writer, {
    ...claimOf(writer, claimed),
    due: deferral.dueAt,
    payload: deferral.payload ?? claimed.payload,
    left: deferral.attempts ?? claimed.attempts,
  });
  return deferred !== undefined;
}

/** Attempts identify the claim, because every claim counts one more. */
function claimOf(writer: Writer, { id, attempts }: OutboxRow): Claim {
  return { id, organization: writer.organizationId, attempts };
}
