// Conversations that may have unread messages: those with a message above the account's read mark. Queries
// about unread messages start here. They use the table names of `conditions.ts`.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import { readMark } from './conditions.ts';

/**
 * The last message of a channel conversation that cannot be unread: the read mark, or the last message before
 * the account subscribed.
 */
export const unreadFloor: RawBuilder<number> = sql`case when ${readMark} > subscription_period.after_message_id
  then ${readMark} else subscription_period.after_message_id end`;

/** Conversations of the account's channels with messages sent after it subscribed. */
export function openInChannels(db: Kysely<Schema>, account: number) {
  return db
    .selectFrom('account')
    .innerJoin('subscription_period', 'subscription_period.account_id', 'account.id')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.channel_id', '=', 'subscription_period.channel_id')
        .onRef('conversation.last_message_id', '>', 'subscription_period.after_message_id'),
    )
    .leftJoin('read_state', (join) =>
      join
        .onRef('read_state.account_id', '=', 'account.id')
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .where('account.id', '=', account)
    .where('subscription_period.to_sequence', 'is', null)
    .where(sql<boolean>`conversation.last_message_id > ${readMark}`);
}

/** Direct conversations of the account. */
export function openDirect(db: Kysely<Schema>, account: number) {
  return db
    .selectFrom('account')
    .innerJoin('conversation_participant', 'conversation_participant.account_id', 'account.id')
    .innerJoin('conversation', 'conversation.id', 'conversation_participant.conversation_id')
    .leftJoin('read_state', (join) =>
      join
        .onRef('read_state.account_id', '=', 'account.id')
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .where('account.id', '=', account)
    .where(sql<boolean>`conversation.last_message_id > ${readMark}`);
}
