// Rows that an account defers until a time: scheduled messages and reminders. Both tables have the same columns for due
// time and failed delivery.

import { sql } from 'kysely';
import { preparedRead } from '../storage/prepared.ts';
import type { Reader, Writer } from '../storage/reader-writer.ts';
import type { Row } from '../storage/schema.ts';
import { type OwnRows, type OwnTableOptions, ownRows } from './own-rows.ts';

type DueTable = 'scheduled_message' | 'reminder';

/** The rows of such a table. An account's are ordered by due time, and include failed ones. */
export interface DueRows<T extends DueTable> extends OwnRows<T> {
  /** When the next row is due, over all active organizations. */
  next(reader: Reader): Promise<number | undefined>;
  /** Due rows of all active organizations, the earliest first. */
  due(reader: Reader, now: number, limit: number): Promise<Row<T>[]>;
  /** Records that delivery failed; undefined if the row does not exist or already failed. */
  fail(writer: Writer, id: number): Promise<Row<T> | undefined>;
}

/**
 * Queries for a table of deferred rows.
 * @example
 * export const reminders = dueRows({ table: 'reminder', owner: 'account_id' });
 */
export function dueRows<T extends DueTable>(options: Omit<OwnTableOptions<T>, 'orderBy'>): DueRows<T> {
  // Typed as one of the tables; the other has all the columns used here.
  const table = options.table as 'reminder';
  const earliest = preparedRead<Record<never, never>>()((db) =>
    db
      .selectFrom(table)
      .innerJoin('organization', 'organization.id', `${table}.organization_id`)
      .select('due_at')
      .where('is_failed', '=', sql.lit(0))
      .where('is_deactivated', '=', 0)
      .orderBy('due_at')
      .limit(1),
  );
  const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
    db
      .selectFrom(table)
      .innerJoin('organization', 'organization.id', `${table}.organization_id`)
      .selectAll(table)
      .where('is_failed', '=', sql.lit(0))
      .where('due_at', '<=', p.now)
      .where('is_deactivated', '=', 0)
      .orderBy('due_at')
      .orderBy(`${table}.id`)
      .limit(p.limit),
  );
  return {
    ...ownRows<T>({
      ...options,
      orderBy: [
        ['due_at', 'asc'],
        ['id', 'asc'],
      ],
    }),
    next: async (reader) => (await earliest.first(reader, {}))?.due_at,
    due: async (reader, now, limit) => (await dueBy.all(reader, { now, limit })) as unknown as Row<T>[],
    async fail(writer, id) {
      const failed = await writer.db
        .updateTable(table)
        .set({ is_failed: 1 })
        .where('id', '=', id)
        .where('is_failed', '=', sql.lit(0))
        .where('organization_id', '=', writer.organizationId)
        .returningAll()
        .executeTakeFirst();
      return failed as unknown as Row<T> | undefined;
    },
  };
}
