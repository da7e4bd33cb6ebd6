// Reads rows between an account and messages. Such rows are exceptions, so most pages have few or none; one
// walk from the first message to the last finds that out much faster than a lookup per message.

import type { PreparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { KeyRange } from './range-store.ts';

/** Below this number, messages are looked up individually. */
const FEW = 10;

/** A walk along the rows of the account `key`. */
export interface RowsBetween extends KeyRange {
  readonly limit: number;
}

/** The two statements that read such rows. */
export interface RowReads<R> {
  readonly between: PreparedRead<RowsBetween, R>;
  readonly among: PreparedRead<{ account: number; ids: string }, R>;
}

/** An account's rows for the given messages: by a walk if it reads few other rows, otherwise by lookups. */
export async function rowsAmong<R extends { readonly message_id: number }>(
  reader: Reader,
  account: number,
  ids: readonly number[],
  { between, among }: RowReads<R>,
): Promise<R[]> {
  if (ids.length >= FEW) {
    let first = Number.POSITIVE_INFINITY;
    let last = 0;
    for (const id of ids) {
      if (id < first) first = id;
      if (id > last) last = id;
    }
    const limit = ids.length + FEW;
    const rows = await between.all(reader, { key: account, low: first, high: last + 1, limit });
    if (rows.length === 0) return rows;
    if (rows.length < limit) {
      const requestedIds = new Set(ids);
      return rows.filter((row) => requestedIds.has(row.message_id));
    }
  }
  return among.all(reader, { account, ids: JSON.stringify(ids) });
}
