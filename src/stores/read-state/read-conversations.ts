// Where an account's read messages are: the counterpart of `unread-conversations.ts`, for accounts that have
// read little.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { type Direction, type IdBounds, type IdPage, order } from '../messages/range-store.ts';

const baseOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('account').select('read_base').where('id', '=', p.account),
);
const marked = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('read_state')
    .innerJoin('conversation', 'conversation.id', 'read_state.conversation_id')
    .select(['conversation.id', 'channel_id', 'first_message_id', 'last_message_id', 'read_through'])
    .where('read_state.account_id', '=', p.account)
    .whereRef('first_message_id', '<=', 'read_through'),
);

/** The message up to which everything is read, and each conversation with a mark of its own. */
export interface ReadProgress {
  readonly base: number;
  readonly conversations: readonly {
    readonly id: number;
    /** Null for direct messages. */
    readonly channelId: number | null;
    readonly first: number;
    readonly through: number;
    /** Whether the conversation is read to its end. */
    readonly isWhole: boolean;
  }[];
}

/** How far an account has read. */
export async function readProgress(reader: Reader, accountId: number): Promise<ReadProgress> {
  const base = (await baseOf.first(reader, { account: accountId }))?.read_base ?? 0;
  const conversations = (await marked.all(reader, { account: accountId })).map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    first: row.first_message_id ?? 0,
    through: Math.min(row.read_through, row.last_message_id ?? 0),
    isWhole: row.read_through >= (row.last_message_id ?? 0),
  }));
  return { base, conversations };
}

function exceptions(direction: Direction) {
  return preparedRead<IdBounds & { account: number; limit: number }>()((db, p) =>
    db
      .selectFrom('read_exception')
      .select('message_id as id')
      .where('account_id', '=', p.account)
      .where('is_read', '=', 1)
      .where('message_id', '>=', p.low)
      .where('message_id', '<', p.high)
      .orderBy('message_id', order[direction])
      .limit(p.limit),
  );
}

const readExceptions = { older: exceptions('older'), newer: exceptions('newer') } as const;

/** Messages above the marks that an account has marked read individually. */
export async function markedReadIds(reader: Reader, accountId: number, page: IdPage): Promise<number[]> {
  const rows = await readExceptions[page.direction].all(reader, { ...page, account: accountId });
  return rows.map((row) => row.id);
}
