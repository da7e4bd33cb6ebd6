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

/** Takes a row until a moment; undefined when somebody else has it or it is done. */
export function takeWork(
  writer: Writer,
  id: number,
  now: number,
  until: number,
): Promise<OutboxRow | undefined> {
  return take.first(writer, { id, organization: writer.organizationId, now, until });
}

/** The row is done, or given up. */
export async function removeWork(writer: Writer, id: number): Promise<void> {
  await writer.db
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** What is left of the row's work is less, or another, than it was. */
export async function reviseWork(writer: Writer, id: number, payload: string): Promise<void> {
  await writer.db
    .updateTable('outbox')
    .set({ payload })
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** The row is to be tried again at a moment. */
export async function deferWork(writer: Writer, id: number, dueAt: number, attempts: number): Promise<void> {
  await writer.db
    .updateTable('outbox')
    .set({ due_at: dueAt, attempts })
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
