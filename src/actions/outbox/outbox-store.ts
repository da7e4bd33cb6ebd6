// The outbox: work that leaves the house, one row each. A worker takes a row by moving the moment at which it is due
// ahead, inside a unit of work, so that of several servers one has it; a row that its worker never finished is
// due again later. So every row is delivered at least once.

import { type Selectable, sql } from 'kysely';
import { preparedRead, preparedWrite, textsOf } from '../../storage/prepared.ts';
import type { OutboxTable } from '../../storage/schema.ts';
import type { Reader, Writer } from '../../storage/session.ts';

export type OutboxRow = Selectable<OutboxTable>;

/** The log's entry that wakes the workers; no client sees it. */
const ENTRY_TYPE = '_outbox';
/** What secret payloads are sealed for. */
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
const take = preparedWrite<{ id: number; organization: number; now: number; until: number }>()((db, p) =>
  db
    .updateTable('outbox')
    .set((row) => ({ due_at: p.until, attempts: row('attempts', '+', 1) }))
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization)
    .where('due_at', '<=', p.now)
    .returningAll(),
);
interface Holding {
  readonly id: number;
  readonly organization: number;
  readonly attempts: number;
}

const remove = preparedWrite<Holding>()((db, p) =>
  db
    .deleteFrom('outbox')
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization)
    .where('attempts', '=', p.attempts)
    .returning('id'),
);
const defer = preparedWrite<Holding & { due: number; payload: string; left: number }>()((db, p) =>
  db
    .updateTable('outbox')
    .set({ due_at: p.due, payload: p.payload, attempts: p.left })
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization)
    .where('attempts', '=', p.attempts)
    .returning('id'),
);

/** Adds work of a kind, one row each, due at once; workers hear of it when the unit of work is durable. */
export function queueWork(writer: Writer, kind: string, ...payloads: readonly string[]): Promise<void> {
  return queueWorkFor(writer, kind, ...payloads.map((payload) => ({ receiver: '', payload })));
}

/** The receiver of work that shares its places with others of one holder: `12/34`. */
export function receiverOf(holder: number, receiver: number | string): string {
  return `${holder}/${receiver}`;
}

/** The holder of a receiver: itself, where it shares with nobody. */
export function holderOf(receiver: string): string {
  return receiver.split('/', 1)[0] ?? receiver;
}

/** Work that is for somebody who may be slow, and whose share a worker looks at. */
export type ReceivedWork = Pick<OutboxRow, 'receiver' | 'payload'>;

/** Adds work of a kind that is for somebody each, likewise. */
export async function queueWorkFor(
  writer: Writer,
  kind: string,
  ...works: readonly ReceivedWork[]
): Promise<void> {
  if (works.length === 0) return;
  const common = { organization_id: writer.organizationId, kind, due_at: writer.now, attempts: 0 };
  await writer.db
    .insertInto('outbox')
    .values(works.map((work) => ({ ...common, ...work })))
    .execute();
  writer.emit({ type: ENTRY_TYPE, audience: { kind: 'nobody' }, payload: {}, extra: { kind } });
}

/** A payload that opens something elsewhere, as a row keeps it. */
export function sealedWork(writer: Writer, payload: unknown): string {
  return writer.secrets.seal(SECRET_WORK, JSON.stringify(payload));
}

/** The payload of a row that `sealedWork` made. */
export function openedWork<T>(reader: Reader, row: OutboxRow): T {
  return JSON.parse(reader.secrets.open(SECRET_WORK, row.payload)) as T;
}

/** Whether an entry of the log says that there is work of a kind. */
export function bringsWork(
  entry: { readonly type: string; readonly extra?: Readonly<Record<string, unknown>> },
  kind: string,
): boolean {
  return entry.type === ENTRY_TYPE && entry.extra?.kind === kind;
}

/** When the next row of a kind is due, of whatever organization. */
export async function nextWork(reader: Reader, kind: string): Promise<number | undefined> {
  return (await nextDue.first(reader, { kind }))?.due_at;
}

/** Rows of a kind that are due by a moment, of all organizations. */
export function dueWork(reader: Reader, kind: string, now: number, limit: number): Promise<OutboxRow[]> {
  return due.all(reader, { kind, now, limit });
}

/** What is not asked for: rows that somebody has, and those of receivers and holders that have no place. */
export interface PassedOver {
  readonly ids: readonly number[];
  readonly receivers: readonly string[];
  readonly holders: readonly string[];
}

/**
 * The same, past some rows: those of few receivers and holders, of whom only so many rows wait, so that it ends soon. The
 * index holds all that is asked for.
 */
export function dueWorkBeside(
  reader: Reader,
  { ids, receivers, holders }: PassedOver,
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

/** Whether so many rows of a kind or more are due, of whatever organization: what can wait waits until they are fewer. */
export async function isBehind(reader: Reader, kind: string, now: number, count: number): Promise<boolean> {
  return (await lastDueThatFits.first(reader, { kind, now, before: count - 1 })) !== undefined;
}

const lastThatFits = preparedRead<{ kind: string; receiver: string; before: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', p.kind)
    .where('receiver', '=', p.receiver)
    // The index is on these alone.
    .where(sql<boolean>`receiver <> ''`)
    .limit(1)
    .offset(p.before),
);

/** Whether so many rows or more wait for a receiver. */
export async function isWaiting(
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
    // As above.
    .where(sql<boolean>`receiver <> ''`)
    .where('receiver', 'in', textsOf(engine, p.receivers))
    .groupBy('receiver')
    .having(sql<boolean>`count(*) >= ${p.count}`),
);

/** Those of some receivers for whom so many rows or more wait. */
export async function fullAmong(
  reader: Reader,
  kind: string,
  receivers: readonly string[],
  count: number,
): Promise<ReadonlySet<string>> {
  const rows = await receiversFull.all(reader, { kind, receivers: JSON.stringify(receivers), count });
  return new Set(rows.map(({ receiver }) => receiver));
}

/** Takes a row from now on for some seconds; undefined when somebody else has it or it is done. */
export function takeWork(
  writer: Writer,
  id: number,
  now: number,
  seconds: number,
): Promise<OutboxRow | undefined> {
  return take.first(writer, { id, organization: writer.organizationId, now, until: now + seconds });
}

/**
 * Removes a row that is done, or given up. False where it is no longer its worker's, who took too long: somebody else has
 * taken it, or finished it, and what was to be changed because of it is theirs to change.
 * @param taken the row as `takeWork` gave it
 */
export async function removeWork(writer: Writer, taken: OutboxRow): Promise<boolean> {
  const removed = await remove.first(writer, holding(writer, taken));
  return removed !== undefined;
}

/** What becomes of a row that is to be tried again. */
export interface Deferral {
  /** When it is due, in seconds. */
  readonly dueAt: number;
  /** Less, or another, than it was. */
  readonly payload?: string | undefined;
  /** For an attempt that was broken off, and does not count. */
  readonly attempts?: number;
}

/** Has a row tried again later; false where it is no longer its worker's, as with `removeWork`. */
export async function deferWork(writer: Writer, taken: OutboxRow, later: Deferral): Promise<boolean> {
  const deferred = await defer.first(writer, {
    ...holding(writer, taken),
    due: later.dueAt,
    payload: later.payload ?? taken.payload,
    left: later.attempts ?? taken.attempts,
  });
  return deferred !== undefined;
}

/** Who has taken a row is the one whose attempt it is: nobody else takes it without counting one more. */
function holding(writer: Writer, { id, attempts }: OutboxRow): Holding {
  return { id, organization: writer.organizationId, attempts };
}
