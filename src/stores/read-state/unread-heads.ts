// Unread messages that the walk in `newest-unread.ts` misses: few, each found through its own index.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import { headColumns } from '../messages/message-store.ts';
import { arrivedUnread, didNotArriveRead, hasNoException, readMark } from './conditions.ts';

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
    .select(headColumns)
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
    .select(headColumns)
    .where('read_exception.account_id', '=', p.account)
    .where('read_exception.is_read', '=', sql.lit(0))
    .orderBy('message.id', 'desc')
    .limit(p.limit),
);
