// The outbox: work that leaves the house, one row each. A worker takes a row by moving the moment at which it is due
// ahead, inside a unit of work, so that of several servers one has it; a row that its worker never finished is
// due again later. So every row is delivered at least once.

import type { Selectable } from 'kysely';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
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
const due = preparedRead<{ kind: string; now: number; limit: number; skipped: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', p.kind)
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(p.limit)
    .offset(p.skipped),
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
export async function queueWork(writer: Writer, kind: string, ...payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return;
  const common = { organization_id: writer.organizationId, kind, due_at: writer.now, attempts: 0 };
  await writer.db
    .insertInto('outbox')
    .values(payloads.map((payload) => ({ ...common, payload })))
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

/** Rows of a kind that are due by a moment, of all organizations, without the first ones that are `skipped`. */
export function dueWork(
  reader: Reader,
  kind: string,
  now: number,
  limit: number,
  skipped = 0,
): Promise<OutboxRow[]> {
  return due.all(reader, { kind, now, limit, skipped });
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
