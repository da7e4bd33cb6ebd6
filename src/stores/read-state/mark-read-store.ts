// Marks whole channels or conversations as read: raises the marks of their conversations to the end and
// deletes the exceptions.

import { sql } from 'kysely';
import { preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { markColumns, newMarks } from './new-marks.ts';

/** A channel with all its topics, or one conversation. */
export type ReadTarget = { readonly channelId: number } | { readonly conversationId: number };

type Values = { account: number; target: number };
/** The column that identifies the conversations of a target. */
type Column = 'conversation.channel_id' | 'conversation.id';

const raise = (column: Column) =>
  preparedWrite<Values>()((db, p) =>
    db
      .insertInto('read_state')
      .columns(markColumns)
      .expression(
        newMarks(db, p.account, sql<number>`conversation.last_message_id`).where(column, '=', p.target),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'conversation_id'])
          .doUpdateSet((e) => ({ read_through: e.ref('excluded.read_through') })),
      ),
  );
const dropExceptions = (column: Column) =>
  preparedWrite<Values>()((db, p) =>
    db
      .deleteFrom('read_exception')
      .where('account_id', '=', p.account)
      .where('conversation_id', 'in', (e) =>
        e.selectFrom('conversation').select('conversation.id').where(column, '=', p.target),
      ),
  );

const raiseChannel = raise('conversation.channel_id');
const raiseConversation = raise('conversation.id');
const dropInChannel = dropExceptions('conversation.channel_id');
const dropInConversation = dropExceptions('conversation.id');

const setBase = preparedWrite<{ account: number; base: number }>()((db, p) =>
  db.updateTable('account').set({ read_base: p.base }).where('id', '=', p.account),
);
const dropStates = preparedWrite<{ account: number }>()((db, p) =>
  db.deleteFrom('read_state').where('account_id', '=', p.account),
);
const dropAllExceptions = preparedWrite<{ account: number }>()((db, p) =>
  db.deleteFrom('read_exception').where('account_id', '=', p.account),
);

/** Marks all existing messages of a channel or conversation as read. */
export async function markTargetRead(writer: Writer, account: number, target: ReadTarget): Promise<void> {
  if ('channelId' in target) {
    await dropInChannel.all(writer, { account, target: target.channelId });
    await raiseChannel.all(writer, { account, target: target.channelId });
  } else {
    await dropInConversation.all(writer, { account, target: target.conversationId });
    await raiseConversation.all(writer, { account, target: target.conversationId });
  }
}

/** Replaces all read state of an account with one mark for all conversations. */
export async function resetReadMarks(writer: Writer, account: number, base: number): Promise<void> {
  await dropStates.all(writer, { account });
  await dropAllExceptions.all(writer, { account });
  await setBase.all(writer, { account, base });
}
