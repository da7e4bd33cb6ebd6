// Reads and writes the times at which accounts do not want to be notified; accounts that have not set anything have no row.

import { isDeepStrictEqual } from 'node:util';
import {
  alwaysNotified,
  type DoNotDisturb,
  doNotDisturbOf,
} from '../../model/do-not-disturb/do-not-disturb.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const ofSome = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('do_not_disturb').selectAll().where('account_id', 'in', idsOf(engine, p.ids)),
);

/** The states of some accounts; those that have not set anything are missing. */
export async function readDoNotDisturbOf(
  reader: Reader,
  accountIds: Iterable<number>,
): Promise<Map<number, DoNotDisturb>> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return new Map();
  const rows = await ofSome.all(reader, { ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.account_id, doNotDisturbOf(row)]));
}

/** An account's state. */
export async function readDoNotDisturb(reader: Reader, accountId: number): Promise<DoNotDisturb> {
  return (await readDoNotDisturbOf(reader, [accountId])).get(accountId) ?? alwaysNotified;
}

/** Stores an account's state. Setting the initial state deletes the row. */
export async function putDoNotDisturb(writer: Writer, accountId: number, state: DoNotDisturb): Promise<void> {
  if (isDeepStrictEqual(state, alwaysNotified)) {
    await writer.db.deleteFrom('do_not_disturb').where('account_id', '=', accountId).execute();
    return;
  }
  const { enabled, days, from, to } = state.quietHours;
  const columns = {
    paused_until: state.pausedUntil,
    quiet_hours: JSON.stringify({ enabled, days, from, to }),
    allowed_senders: JSON.stringify(state.allowedSenders),
  };
  await writer.db
    .insertInto('do_not_disturb')
    .values({ organization_id: writer.organizationId, account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id']).doUpdateSet(columns))
    .execute();
}
