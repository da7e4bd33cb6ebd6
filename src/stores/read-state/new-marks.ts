// New read marks for conversations of an account, if they are above the current marks.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import { readMark } from './conditions.ts';

/** The columns of `newMarks`, in its order. */
export const markColumns = ['organization_id', 'account_id', 'conversation_id', 'read_through'] as const;

/**
 * For each conversation with a message above the account's mark, a mark at `through`. The caller restricts
 * the conversations.
 */
export function newMarks(db: Kysely<Schema>, account: number, through: RawBuilder<number>) {
  return db
    .selectFrom('conversation')
    .innerJoin('account', 'account.organization_id', 'conversation.organization_id')
    .leftJoin('read_state', (join) =>
      join
        .onRef('read_state.account_id', '=', 'account.id')
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .select([
      'conversation.organization_id',
      'account.id as account_id',
      'conversation.id as conversation_id',
    ])
    .select(through.as('read_through'))
    .where('account.id', '=', account)
    .where(sql<boolean>`conversation.last_message_id > ${readMark}`);
}
