// Rows that belong to one account and that only its own clients see: drafts, saved snippets, navigation views, scheduled
// messages, reminders, conversations for later and muted direct conversations. Their tables need the same queries.

import { preparedRead } from '../storage/prepared.ts';
import type { Reader, Writer } from '../storage/reader-writer.ts';
import type { Row } from '../storage/schema.ts';
import { checkTextBytes } from './stored-text-limit.ts';

export type OwnTable =
  | 'draft'
  | 'saved_snippet'
  | 'navigation_view'
  | 'scheduled_message'
  | 'reminder'
  | 'later_conversation'
  | 'muted_direct_conversation';

/** The columns of a row besides its ids and its owner. */
export type OwnValues<T extends OwnTable> = Omit<
  Row<T>,
  'id' | 'organization_id' | 'account_id' | 'sender_id'
>;

/** A column by which rows are ordered, and its direction. */
type OwnOrder = readonly [column: 'id' | 'edited_at' | 'due_at', direction: 'asc' | 'desc'];

/** A table, its column with the owner, and the order of an account's rows. */
export interface OwnTableOptions<T extends OwnTable> {
  readonly table: T;
  readonly owner: keyof Row<T> & ('account_id' | 'sender_id');
  readonly orderBy: readonly OwnOrder[];
}

/** The rows of such a table. An id that does not exist and one of another account are treated alike. */
export interface OwnRows<T extends OwnTable> {
  /** The rows of an account, in their order. */
  ofAccount(reader: Reader, accountId: number): Promise<Row<T>[]>;
  /** Inserts a row and returns it with its id. @throws 400 if the account's texts take up too much space */
  insert(writer: Writer, accountId: number, values: OwnValues<T>): Promise<Row<T>>;
  /** Inserts several rows. @throws like `insert` */
  insertAll(writer: Writer, accountId: number, values: readonly OwnValues<T>[]): Promise<Row<T>[]>;
  /** Changes a row and returns it; undefined if the account has none with that id. @throws like `insert` */
  change(
    writer: Writer,
    accountId: number,
    id: number,
    values: Partial<OwnValues<T>>,
  ): Promise<Row<T> | undefined>;
  /** Removes a row and returns it; undefined if the account has none with that id. */
  remove(writer: Writer, accountId: number, id: number): Promise<Row<T> | undefined>;
}

/**
 * Queries for a table of such rows.
 * @example
 * export const savedSnippets = ownRows({ table: 'saved_snippet', owner: 'account_id', orderBy: [['id', 'asc']] });
 */
export function ownRows<T extends OwnTable>(options: OwnTableOptions<T>): OwnRows<T> {
  // Typed as one of the tables; the others have all the columns used here.
  const table = options.table as 'reminder';
  const owner = options.owner as 'account_id';
  const byOwner = preparedRead<{ organization: number; owner: number }>()((db, p) =>
    options.orderBy.reduce(
      (query, [column, direction]) => query.orderBy(column as 'id', direction),
      db
        .selectFrom(table)
        .selectAll()
        .where('organization_id', '=', p.organization)
        .where(owner, '=', p.owner),
    ),
  );
  const insertOne = async (writer: Writer, accountId: number, values: OwnValues<T>) => {
    const row = { ...values, [owner]: accountId, organization_id: writer.organizationId } as never;
    const storedRow = await writer.db.insertInto(table).values(row).returningAll().executeTakeFirstOrThrow();
    return storedRow as unknown as Row<T>;
  };
  return {
    ofAccount: async (reader, accountId) =>
      (await byOwner.all(reader, {
        organization: reader.organizationId,
        owner: accountId,
      })) as unknown as Row<T>[],
    async insert(writer, accountId, values) {
      const row = await insertOne(writer, accountId, values);
      await checkTextBytes(writer, options.table, accountId);
      return row;
    },
    async insertAll(writer, accountId, values) {
      const rows: Row<T>[] = [];
      for (const one of values) rows.push(await insertOne(writer, accountId, one));
      await checkTextBytes(writer, options.table, accountId);
      return rows;
    },
    async change(writer, accountId, id, values) {
      const changed = await writer.db
        .updateTable(table)
        .set(values as never)
        .where('id', '=', id)
        .where(owner, '=', accountId)
        .where('organization_id', '=', writer.organizationId)
        .returningAll()
        .executeTakeFirst();
      if (changed) await checkTextBytes(writer, options.table, accountId);
      return changed as unknown as Row<T> | undefined;
    },
    async remove(writer, accountId, id) {
      const removed = await writer.db
        .deleteFrom(table)
        .where('id', '=', id)
        .where(owner, '=', accountId)
        .where('organization_id', '=', writer.organizationId)
        .returningAll()
        .executeTakeFirst();
      return removed as unknown as Row<T> | undefined;
    },
  };
}
