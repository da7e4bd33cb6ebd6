// Reads and writes which users accounts have muted.

import type { WireMutedUser } from '../../model/muted-users/muted-user-events.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const mutedBy = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('muted_user')
    .select(['muted_account_id', 'muted_at', 'muted_until'])
    .where('account_id', '=', p.account)
    .orderBy('muted_at')
    .orderBy('muted_account_id'),
);

const muting = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('muted_user')
    .select('account_id')
    .select('muted_account_id')
    .where((e) => e.or([e('account_id', '=', p.account), e('muted_account_id', '=', p.account)])),
);

/** The accounts that an account has muted or that have muted it. */
export async function mutedEitherWay(reader: Reader, accountId: number): Promise<Set<number>> {
  const rows = await muting.all(reader, { account: accountId });
  return new Set(rows.map((row) => (row.account_id === accountId ? row.muted_account_id : row.account_id)));
}

/** The muted users of an account in their wire form, oldest first. */
export async function readMutedUsers(reader: Reader, accountId: number): Promise<WireMutedUser[]> {
  const rows = await mutedBy.all(reader, { account: accountId });
  return rows.map((row) => ({
    id: row.muted_account_id,
    timestamp: row.muted_at,
    muted_until: row.muted_until,
  }));
}

/** @param mutedUntil when the mute ends, in seconds since 1970; null for never */
export async function insertMutedUser(
  writer: Writer,
  accountId: number,
  mutedId: number,
  mutedUntil: number | null,
): Promise<void> {
  await writer.db
    .insertInto('muted_user')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      muted_account_id: mutedId,
      muted_at: writer.now,
      muted_until: mutedUntil,
    })
    .execute();
}

export async function deleteMutedUser(writer: Writer, accountId: number, mutedId: number): Promise<void> {
  await writer.db
    .deleteFrom('muted_user')
    .where('account_id', '=', accountId)
    .where('muted_account_id', '=', mutedId)
    .execute();
}

/** Changes when a mute ends, in seconds since 1970; null for never. */
export async function setMuteEnd(
  writer: Writer,
  accountId: number,
  mutedId: number,
  mutedUntil: number | null,
): Promise<void> {
  await writer.db
    .updateTable('muted_user')
    .set({ muted_until: mutedUntil })
    .where('account_id', '=', accountId)
    .where('muted_account_id', '=', mutedId)
    .execute();
}

/** Which of some accounts have muted an account. */
export async function mutersOf(
  reader: Reader,
  mutedId: number,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reader.db
    .selectFrom('muted_user')
    .select('account_id')
    .where('muted_account_id', '=', mutedId)
    .where('account_id', 'in', idsOf(reader.engine, JSON.stringify(accountIds)))
    .execute();
  return new Set(rows.map((row) => row.account_id));
}
