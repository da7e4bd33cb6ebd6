// The tables from which the erasure of a person deletes rows, as the tables declare it
// (`storage/schema/table.ts`).

import { declarations } from '../../storage/schema.ts';

/** Tables whose rows are deleted at the start, with the column that identifies the account. */
export const tablesDeletedAtOnce = declarations.flatMap(([table, { onErasure: rule }]) =>
  rule.is === 'deleted' ? [{ table, column: rule.by }] : [],
);

/** Tables whose rows are deleted in batches, with the column that identifies an account's rows. */
export const tablesDeletedInBatches = declarations.flatMap(([table, { onErasure: rule }]) =>
  rule.is === 'deleted in batches' ? [{ table, key: rule.key }] : [],
);
