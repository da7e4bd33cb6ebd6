// Rows that an account defers until a time: scheduled messages and reminders. Both tables have the same
// columns for owner, due time and failed delivery, and need the same queries.

import { preparedRead } from '../storage/prepared.ts';
import type { Reader, Writer } from '../storage/reader-writer.ts';

interface DueRow {
  readonly id: number;
  readonly organization_id: number;
  readonly due_at: number;
}

/** A table of deferred rows and its owner column. */
type DueTable =
  | { readonly table: 'scheduled_message'; readonly owner: 'sender_id' }
  | { readonly table: 'reminder'; readonly owner: 'account_id' };

/** The rows of such a table. */
export interface DueRows<Row extends DueRow> {
  /** The rows of an account, ordered by due time, including failed ones. */
  ofAccount(reader: Reader, accountId: number): Promise<Row[]>;
  /** When the next row is due, over all active organizations. */
  next(reader: Reader): Promise<number | undefined>;
  /** Due rows of all active organizations, the earliest first. */
  due(reader: Reader, now: number, limit: number): Promise<Row[]>;
  /** Inserts a row and returns it with its id. */
  insert(writer: Writer, row: Omit<Row, 'id' | 'organization_id'>): Promise<Row>;
  /** Removes a row of the account and returns it; undefined if another unit of work already took it. */
  deleteReturning(writer: Writer, accountId: number, id: number): Promise<Row | undefined>;
}

/**
 * Queries for a table of deferred rows.
 * @example
 * export const reminders = dueRows<ReminderRow>({ table: 'reminder', owner: 'account_id' });
 */
export function dueRows<Row extends DueRow>(which: DueTable): DueRows<Row> {
  // Typed as one of the tables; the other has all the columns used here.
  const table = which.table as 'reminder';
  const owner = which.owner as 'account_id';
  const byOwner = preparedRead<{ owner: number }>()((db, p) =>
    db.selectFrom(table).selectAll().where(owner, '=', p.owner).orderBy('due_at').orderBy('id'),
  );
  const earliest = preparedRead<Record<never, never>>()((db) =>
    db
      .selectFrom(table)
      .innerJoin('organization', 'organization.id', `${table}.organization_id`)
      .select('due_at')
      .where('is_failed', '=', 0)
      .where('is_deactivated', '=', 0)
      .orderBy('due_at')
      .limit(1),
  );
  const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
    db
      .selectFrom(table)
      .innerJoin('organization', 'organization.id', `${table}.organization_id`)
      .selectAll(table)
      .where('is_failed', '=', 0)
      .where('due_at', '<=', p.now)
      .where('is_deactivated', '=', 0)
      .orderBy('due_at')
      .orderBy(`${table}.id`)
      .limit(p.limit),
  );
  const asRows = (rows: readonly DueRow[]) => rows as unknown as Row[];
  return {
    ofAccount: async (reader, accountId) => asRows(await byOwner.all(reader, { owner: accountId })),
    next: async (reader) => (await earliest.first(reader, {}))?.due_at,
    due: async (reader, now, limit) => asRows(await dueBy.all(reader, { now: Math.floor(now), limit })),
    async insert(writer, row) {
      const values = { ...row, organization_id: writer.organizationId } as never;
      const stored = await writer.db
        .insertInto(table)
        .values(values)
        .returningAll()
        .executeTakeFirstOrThrow();
      return stored as unknown as Row;
    },
    async deleteReturning(writer, accountId, id) {
      const deleted = await writer.db
        .deleteFrom(table)
        .where('id', '=', id)
        .where(owner, '=', accountId)
        .where('organization_id', '=', writer.organizationId)
        .returningAll()
        .executeTakeFirst();
      return deleted as unknown as Row | undefined;
    },
  };
}
