// Reads and writes presence. Rows are written in bulk, some seconds after the state in memory has changed.

import { sql } from 'kysely';
import { Yielder } from '../../api-contract/yielding.ts';
import type { PresenceRow } from '../../model/presence/presence-in-memory.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const ROWS_PER_STATEMENT = 500;
/** Rows per query. */
const ROWS_AT_ONCE = 2000;

const changedAfter = preparedRead<{ organization: number; update: number; account: number; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('presence')
      .selectAll()
      .where('organization_id', '=', p.organization)
      .where('update_id', '>=', p.update)
      .where((e) => e.or([e('update_id', '>', p.update), e('account_id', '>', p.account)]))
      .orderBy('update_id')
      .orderBy('account_id')
      .limit(p.limit),
);

/**
 * The rows with update ids above `updateId` (-1 for all), ascending. Reads in pages, and lets other requests run
 * between them.
 */
export async function presenceAfter(reader: Reader, updateId: number): Promise<PresenceRow[]> {
  const found: PresenceRow[] = [];
  const yielder = new Yielder();
  const organization = reader.organizationId;
  for (let update = updateId, account = Number.MAX_SAFE_INTEGER; ; await yielder.yieldIfDue()) {
    const rows = await changedAfter.all(reader, { organization, update, account, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      found.push({
        accountId: row.account_id,
        activeAt: row.active_at,
        idleAt: row.idle_at,
        updateId: row.update_id,
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return found;
    update = last.update_id;
    account = last.account_id;
  }
}

/** Inserts rows, replacing existing ones. */
export async function putPresence(writer: Writer, rows: readonly PresenceRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await writer.db
      .insertInto('presence')
      .values(
        rows.slice(start, start + ROWS_PER_STATEMENT).map((row) => ({
          account_id: row.accountId,
          organization_id: writer.organizationId,
          active_at: row.activeAt,
          idle_at: row.idleAt,
          update_id: row.updateId,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['account_id']).doUpdateSet({
          active_at: sql`excluded.active_at`,
          idle_at: sql`excluded.idle_at`,
          update_id: sql`excluded.update_id`,
        }),
      )
      .execute();
  }
}
