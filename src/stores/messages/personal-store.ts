// An account's own flags of messages. A row exists only if a flag differs from the default; its bits are those
// of `message-flags.ts`.

import { sql } from 'kysely';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import { indexRange } from '../../storage/ranges.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { type RowsBetween, rowsAmong } from './rows-among.ts';

type BitValues = { account: number; ids: string; bits: number };

const rowsOf = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select(['message_id', 'flags'])
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
const rowsBetween = preparedRead<RowsBetween>()((db, p, engine) => {
  const range = indexRange(engine, { key: sql`account_id`, id: sql`message_id` }, p);
  return db
    .selectFrom('personal_message')
    .select(['message_id', 'flags'])
    .where(range.where)
    .orderBy(range.orderBy('asc'))
    .limit(p.limit);
});
const addBits = preparedWrite<BitValues>()((db, p, engine) =>
  db
    .insertInto('personal_message')
    .columns(['organization_id', 'account_id', 'message_id', 'flags'])
    .expression((e) =>
      e
        .selectFrom('message')
        .innerJoin('account', 'account.organization_id', 'message.organization_id')
        .select(['message.organization_id', 'account.id as account_id', 'message.id as message_id'])
        .select(sql<number>`cast(${p.bits} as bigint)`.as('flags'))
        .where('account.id', '=', p.account)
        .where('message.id', 'in', idsOf(engine, p.ids)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'message_id'])
        .doUpdateSet({ flags: sql<number>`personal_message.flags | excluded.flags` }),
    ),
);
const removeBits = preparedWrite<BitValues>()((db, p, engine) =>
  db
    .updateTable('personal_message')
    .set({ flags: sql<number>`flags & ~cast(${p.bits} as bigint)` })
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);

/** The bits of an account's rows, by message; messages without a row are left out. */
export async function personalBits(
  reader: Reader,
  account: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const result = new Map<number, number>();
  if (ids.length === 0) return result;
  for (const row of await rowsAmong(reader, account, ids, { between: rowsBetween, among: rowsOf })) {
    result.set(row.message_id, row.flags);
  }
  return result;
}

/** Sets bits and inserts rows where there are none. */
export async function setPersonalBits(
  writer: Writer,
  account: number,
  ids: readonly number[],
  bits: number,
): Promise<void> {
  if (ids.length > 0) await addBits.all(writer, { account, ids: JSON.stringify(ids), bits });
}

/** Clears bits. The rows stay, since having one gives access to the message. */
export async function clearPersonalBits(
  writer: Writer,
  account: number,
  ids: readonly number[],
  bits: number,
): Promise<void> {
  if (ids.length > 0) await removeBits.all(writer, { account, ids: JSON.stringify(ids), bits });
}

/** The rows of a message, of all accounts. */
export async function personalRowsOf(
  reader: Reader,
  messageId: number,
): Promise<{ account_id: number; flags: number }[]> {
  return reader.db
    .selectFrom('personal_message')
    .select(['account_id', 'flags'])
    .where('message_id', '=', messageId)
    .execute();
}

/** Inserts a row unless there is one. */
export async function insertPersonalRow(
  writer: Writer,
  account: number,
  message: number,
  flags: number,
): Promise<void> {
  await writer.db
    .insertInto('personal_message')
    .values({ organization_id: writer.organizationId, account_id: account, message_id: message, flags })
    .onConflict((conflict) => conflict.columns(['account_id', 'message_id']).doNothing())
    .execute();
}

/** Replaces the bits of a row; deletes the row if none are set. */
export async function putPersonalRow(
  writer: Writer,
  account: number,
  message: number,
  flags: number,
): Promise<void> {
  if (flags === 0) {
    await writer.db
      .deleteFrom('personal_message')
      .where('account_id', '=', account)
      .where('message_id', '=', message)
      .execute();
    return;
  }
  await writer.db
    .updateTable('personal_message')
    .set({ flags })
    .where('account_id', '=', account)
    .where('message_id', '=', message)
    .execute();
}
