// How a table is declared: its columns and key, and what happens to its rows when a person is erased, an
// organization is moved or removed, someone exports their data, or the deployment secret changes. Everything
// that handles all tables follows these declarations; a new table needs its declaration and its migration.

import type { Column } from './column.ts';

export type Columns = Readonly<Record<string, Column>>;

/** How the erasure of a person treats a table. */
export type ErasureRule =
  /** The rows of the person's accounts are deleted at the start, since there are few. */
  | { readonly is: 'deleted'; readonly by: 'account_id' | 'sender_id' }
  /** The rows are deleted in batches, found by `account_id` and identified by `key`: there may be very many. */
  | { readonly is: 'deleted in batches'; readonly key: string }
  /** A stage of the erasure handles it. */
  | { readonly is: 'changed' }
  | { readonly is: 'kept'; readonly why: string };

export const deletedWithAccount: ErasureRule = { is: 'deleted', by: 'account_id' };
export const deletedWithSender: ErasureRule = { is: 'deleted', by: 'sender_id' };
export const deletedInBatches = (key: string): ErasureRule => ({ is: 'deleted in batches', key });
export const changedByStage: ErasureRule = { is: 'changed' };
export const kept = (why: string): ErasureRule => ({ is: 'kept', why });

/** The rows are in an organization's archive, converted by the rules of the columns. */
export const included = 'included';
export interface Absent {
  readonly why: string;
}
/** The rows are not in an organization's archive. */
export const absent = (why: string): Absent => ({ why });

/** The part of a table that the export of a person's data includes. */
export interface PersonalExport<N extends string = string> {
  /** The name of the list in the export. */
  readonly as: string;
  /** The column that names the account. */
  readonly owner: N;
  /** The columns, by their names in the export. */
  readonly fields: Readonly<Record<string, N>>;
  readonly orderBy: readonly N[];
  /** An SQL condition; undefined for all rows of the account. */
  readonly where?: string;
}

/** A table, for code that treats all alike. */
export interface AnyTable {
  readonly columns: Columns;
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly onErasure: ErasureRule;
  readonly archive: typeof included | Absent;
  /** Its rows belong to messages, and are deleted with them by `message_id`. */
  readonly isOfMessages?: true;
  /**
   * It is emptied when the deployment secret changes: it holds only keyed hashes, or the other side knows the
   * server by its old secret.
   */
  readonly isEmptiedWithSecret?: true;
  readonly personalExport?: PersonalExport;
}

/** A table, for the compiler. */
interface Table<C extends Columns, A extends AnyTable['archive']> extends AnyTable {
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  readonly archive: A;
  readonly personalExport?: PersonalExport<keyof C & string>;
}

/** Declares a table. */
export function table<C extends Columns, const A extends AnyTable['archive']>(
  declaration: Table<C, A>,
): Table<C, A> {
  return declaration;
}
