// The messages that an account has starred.

import { sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

/** The condition matches the partial index literally. */
const starred = preparedRead<{ account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('personal_message')
    .select('message_id')
    .where('account_id', '=', p.account)
    .where(sql<boolean>`(flags & 1) <> 0`)
    .orderBy('message_id', 'desc')
    .limit(p.limit),
);

/** The ids of the newest starred messages that fit into a snapshot, ascending. */
export async function starredMessageIds(reader: Reader, account: number): Promise<number[]> {
  const rows = await starred.all(reader, { account, limit: limits.starredMessagesInSnapshot });
  return rows.map((row) => row.message_id).reverse();
}
