// Rows in the form in which they are passed between threads: by table.

import { entriesOf } from '../../api-contract/typed-records.ts';
import type { BulkValue } from '../../storage/bulk.ts';
import { type MessageTable, messageTables } from '../../stores/imports/message-tables.ts';
import type { RowsByTable } from './rows.ts';

export type PackedRows = readonly (readonly [table: MessageTable, values: readonly BulkValue[]])[];

/** Packs the rows of messages for another thread. */
export function packRows(rows: RowsByTable): PackedRows {
  return entriesOf(messageTables).flatMap(([name, table]) => {
    const values = rows.valuesOf(table);
    return values.length === 0 ? [] : [[name, values] as const];
  });
}
