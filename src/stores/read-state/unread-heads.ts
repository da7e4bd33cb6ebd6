// Unread messages that the walk in `newest-unread.ts` misses: few, each found through its own index.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import { arrivedUnread, didNotArriveRead, hasNoException, readMark } from './conditions.ts';

/** The columns of an unread message's conversation. */
export const conversationColumns = [
  'conversation.id as conversation_id',
  'conversation.channel_id',
  'conversation.direct_key',
  'conversation.topic_name',
] as const;

export interface ConversationOfUnread {
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly direct_key: string | null;
  readonly topic_name: string;
}

/** Whether a message mentions a channel, a topic or a group. */
const mayMention = sql<number>`case when message.mentions_channel = 1 or message.has_mention_row = 1 then 1 else 0 end`;

type Values = { account: number; limit: number };

/** Messages received elsewhere and moved to a channel that the account joined after they were sent. */
export const movedBelow = preparedRead<Values>()((db, p) =>
  db
    .selectFrom('account')
    .innerJoin('subscription_period', 'subscription_period.account_id', 'account.id')
    .innerJoin('message', (join) =>
      join
        .onRef('message.channel_id', '=', 'subscription_period.channel_id')
        .on('message.is_moved', '=', sql.lit(1))
        .onRef('message.id', '<=', 'subscription_period.after_message_id')
        .onRef('message.id', '>', 'account.read_base'),
    )
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .leftJoin('read_state', (join) =>
      join
        .onRef('read_state.account_id', '=', 'account.id')
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .select(conversationColumns)
    .select(['message.id as message_id', mayMention.as('may_mention')])
    .where('account.id', '=', p.account)
    .where('subscription_period.to_sequence', 'is', null)
    .where(sql<boolean>`message.id > ${readMark}`)
    .where(didNotArriveRead)
    .where(hasNoException)
    .where(arrivedUnread)
    .orderBy('message.id', 'desc')
    .limit(p.limit),
);
/** Messages that the account marked as unread, or that stayed unread below a mark. */
export const markedUnread = preparedRead<Values>()((db, p) =>
  db
    .selectFrom('read_exception')
    .innerJoin('message', 'message.id', 'read_exception.message_id')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(conversationColumns)
    .select(['message.id as message_id', mayMention.as('may_mention')])
    .where('read_exception.account_id', '=', p.account)
    .where('read_exception.is_read', '=', sql.lit(0))
    .orderBy('message.id', 'desc')
    .limit(p.limit),
);
