// Where an account's unread messages can be: conversations with messages above the read mark, and single
// messages marked unread. Does not read messages; `read-status.ts` decides which of them are unread.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

/** Channels per statement. */
const CHANNELS_AT_ONCE = 500;

/** A conversation with messages above the read mark. */
export interface UnreadConversation {
  readonly conversationId: number;
  /** Nothing up to this id is unread, except by exceptions. */
  readonly readThrough: number;
  readonly firstMessageId: number;
  readonly lastMessageId: number;
}

interface ConversationRow {
  readonly id: number;
  readonly first_message_id: number | null;
  readonly last_message_id: number | null;
  readonly read_through: number | null;
}

const conversationColumns = [
  'conversation.id',
  'conversation.first_message_id',
  'conversation.last_message_id',
  'read_state.read_through',
] as const;

const inChannels = preparedRead<{ account: number; channels: string; base: number }>()((db, p, engine) =>
  db
    .selectFrom('conversation')
    .leftJoin('read_state', (join) =>
      join
        .on('read_state.account_id', '=', p.account)
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .select(conversationColumns)
    .where('conversation.channel_id', 'in', idsOf(engine, p.channels))
    .where('conversation.last_message_id', '>', p.base),
);
const inDirectMessages = preparedRead<{ account: number; base: number }>()((db, p) =>
  db
    .selectFrom('conversation_participant')
    .innerJoin('conversation', 'conversation.id', 'conversation_participant.conversation_id')
    .leftJoin('read_state', (join) =>
      join
        .on('read_state.account_id', '=', p.account)
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .select(conversationColumns)
    .where('conversation_participant.account_id', '=', p.account)
    .where('conversation.last_message_id', '>', p.base),
);
/** Conversations with a mark of their own, which may be below the base. */
const withMarks = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('read_state')
    .innerJoin('conversation', 'conversation.id', 'read_state.conversation_id')
    .select(conversationColumns)
    .where('read_state.account_id', '=', p.account)
    .whereRef('conversation.last_message_id', '>', 'read_state.read_through'),
);
const unreadAmong = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('conversation')
    .leftJoin('read_state', (join) =>
      join
        .on('read_state.account_id', '=', p.account)
        .onRef('read_state.conversation_id', '=', 'conversation.id'),
    )
    .select(conversationColumns)
    .where('conversation.id', 'in', idsOf(engine, p.ids)),
);
const baseOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('account').select('read_base').where('id', '=', p.account),
);
const markedUnread = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('read_exception')
    .select('message_id as id')
    .where('account_id', '=', p.account)
    .where('is_read', '=', sql.lit(0))
    .orderBy('message_id'),
);

function unreadOf(rows: readonly ConversationRow[], base: number): UnreadConversation[] {
  const conversations = new Map<number, UnreadConversation>();
  for (const row of rows) {
    const after = row.read_through ?? base;
    const lastMessageId = row.last_message_id ?? 0;
    if (lastMessageId <= after) continue;
    conversations.set(row.id, {
      conversationId: row.id,
      readThrough: after,
      firstMessageId: row.first_message_id ?? 0,
      lastMessageId,
    });
  }
  return [...conversations.values()];
}

/**
 * The conversations in which an account may have unread messages: among the given ones, or in the given
 * channels and direct messages.
 */
export async function unreadConversations(
  reader: Reader,
  accountId: number,
  scope: { readonly conversationIds: readonly number[] } | { readonly channelIds: readonly number[] },
): Promise<UnreadConversation[]> {
  const base = (await baseOf.first(reader, { account: accountId }))?.read_base ?? 0;
  if ('conversationIds' in scope) {
    const ids = JSON.stringify(scope.conversationIds);
    return unreadOf(await unreadAmong.all(reader, { account: accountId, ids }), base);
  }
  const rows: ConversationRow[] = [];
  for (let at = 0; at < scope.channelIds.length; at += CHANNELS_AT_ONCE) {
    if (at > 0) await nextTurn();
    const channels = JSON.stringify(scope.channelIds.slice(at, at + CHANNELS_AT_ONCE));
    rows.push(...(await inChannels.all(reader, { account: accountId, channels, base })));
  }
  return unreadOf(
    [
      ...rows,
      ...(await inDirectMessages.all(reader, { account: accountId, base })),
      ...(await withMarks.all(reader, { account: accountId })),
    ],
    base,
  );
}

/** The messages that an account marked unread individually, ascending. */
export async function markedUnreadIds(reader: Reader, accountId: number): Promise<number[]> {
  return (await markedUnread.all(reader, { account: accountId })).map((row) => row.id);
}
