// The messages that a person has starred.

import { sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';

/** The condition stands literally as in the partial index. */
const starred = preparedRead<{ account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('personal_message')
    .select('message_id')
    .where('account_id', '=', p.account)
    .where(sql<boolean>`(flags & 1) <> 0`)
    .orderBy('message_id', 'desc')
    .limit(p.limit),
);

/** Their ids, ascending; the newest as far as a snapshot holds them. */
export async function starredMessageIds(reader: Reader, account: number): Promise<number[]> {
  const rows = await starred.all(reader, { account, limit: limits.starredMessagesInSnapshot });
  return rows.map((row) => row.message_id).reverse();
}
