// Statements that move messages between conversations, each for all messages and all accounts at once. Read
// states move along. A whole topic moved to an unused name keeps its conversation and with it everything
// else. Part of a topic that starts a new one copies the states. Where two conversations merge, accounts
// whose read state of a message would change get an exception for it.

import { sql } from 'kysely';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { textKey } from '../../model/text-key.ts';
import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/** Deletes a conversation without messages, freeing its topic name. */
export async function removeConversation(writer: Writer, id: number): Promise<void> {
  await writer.db.deleteFrom('read_state').where('conversation_id', '=', id).execute();
  await writer.db.deleteFrom('conversation').where('id', '=', id).execute();
}

/** Moves a conversation to another channel or topic; its messages and read states stay with it. */
export async function relocateConversation(
  writer: Writer,
  id: number,
  channelId: number,
  topic: string,
): Promise<void> {
  await writer.db
    .updateTable('conversation')
    .set({ channel_id: channelId, topic_name: topic, topic_key: textKey(topic) })
    .where('id', '=', id)
    .execute();
}

const arrivalColumns = ['organization_id', 'message_id', 'channel_id', 'sequence'] as const;

/** Records the first arrival of messages that never moved: in their current channel, when they were sent. */
async function recordFirstArrivals(writer: Writer, ids: readonly number[]): Promise<void> {
  await writer.db
    .insertInto('message_arrival')
    .columns(arrivalColumns)
    .expression((e) =>
      e
        .selectFrom('message')
        .select((s) => [
          'organization_id',
          'id as message_id',
          s.fn.coalesce('channel_id', s.lit(0)).as('channel_id'),
          'sequence',
        ])
        .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids))),
    )
    .execute();
}

/** Records the arrival of messages in another channel, and the first arrival of those that never moved. */
export async function recordArrivals(
  writer: Writer,
  messages: readonly Pick<MessageRow, 'id' | 'is_moved'>[],
  channelId: number,
  sequence: number,
): Promise<void> {
  const unmoved = messages.filter((message) => message.is_moved === 0).map((message) => message.id);
  if (unmoved.length > 0) await recordFirstArrivals(writer, unmoved);
  const ids = JSON.stringify(messages.map((message) => message.id));
  await writer.db
    .insertInto('message_arrival')
    .columns(arrivalColumns)
    .expression((e) =>
      e
        .selectFrom('message')
        .select([
          'organization_id',
          'id as message_id',
          sql<number>`cast(${channelId} as bigint)`.as('channel_id'),
          sql<number>`cast(${sequence} as bigint)`.as('sequence'),
        ])
        .where('id', 'in', idsOf(writer.engine, ids)),
    )
    .execute();
}

/** Sets the new conversation on the messages and on the read exceptions for them. */
export async function relocateMessages(
  writer: Writer,
  ids: readonly number[],
  changes: Partial<
    Pick<MessageRow, 'conversation_id' | 'channel_id' | 'is_moved' | 'last_moved_at' | 'has_edits'>
  >,
): Promise<void> {
  const list = idsOf(writer.engine, JSON.stringify(ids));
  await writer.db.updateTable('message').set(changes).where('id', 'in', list).execute();
  const { conversation_id: conversation } = changes;
  if (conversation === undefined) return;
  await writer.db
    .updateTable('read_exception')
    .set({ conversation_id: conversation })
    .where('message_id', 'in', list)
    .execute();
}

/** Copies the read states of a conversation to the new topic that messages were moved to. */
export async function copyReadStates(writer: Writer, from: number, to: number): Promise<void> {
  await writer.db.deleteFrom('read_state').where('conversation_id', '=', to).execute();
  await writer.db
    .insertInto('read_state')
    .columns(['organization_id', 'account_id', 'conversation_id', 'read_through'])
    .expression((e) =>
      e
        .selectFrom('read_state')
        .select([
          'organization_id',
          'account_id',
          sql<number>`cast(${to} as bigint)`.as('conversation_id'),
          'read_through',
        ])
        .where('conversation_id', '=', from),
    )
    .execute();
}

/**
 * Preserves read states before messages are moved into a conversation with other messages. Accounts whose marks in the two
 * differ get an exception for each message whose state would change, unless they did not receive it, it
 * arrived read, or they have an exception already.
 */
export async function carryReadStates(
  writer: Writer,
  ids: readonly number[],
  from: number,
  to: Conversation,
): Promise<void> {
  const list = idsOf(writer.engine, JSON.stringify(ids));
  await sql`
    insert into read_exception (organization_id, account_id, message_id, conversation_id, is_read)
    select m.organization_id, p.account_id, m.id, cast(${to.id} as bigint),
      case when m.id <= coalesce(o.read_through, a.read_base) then 1 else 0 end
    from (select distinct account_id from read_state where conversation_id in (${from}, ${to.id})) p
    join account a on a.id = p.account_id
    left join read_state o on o.account_id = p.account_id and o.conversation_id = ${from}
    left join read_state n on n.account_id = p.account_id and n.conversation_id = ${to.id}
    join message m on m.id in ${list}
    where (m.id <= coalesce(o.read_through, a.read_base)) <> (m.id <= coalesce(n.read_through, a.read_base))
      and m.arrives_read = 0 and not (m.sender_id = p.account_id and m.is_read_by_sender = 1)
      and not exists (
        select 1 from read_exception e where e.account_id = p.account_id and e.message_id = m.id
      )
      and (
        m.is_moved = 1
        or exists (
          select 1 from subscription_period s
          where s.account_id = p.account_id and s.channel_id = m.channel_id
            and s.from_sequence <= m.sequence and (s.to_sequence is null or s.to_sequence > m.sequence)
        )
      )
      and not exists (
        select 1 from message_arrival r
        where r.message_id = m.id and m.is_moved = 1 and not exists (
          select 1 from subscription_period s
          where s.account_id = p.account_id and s.channel_id = r.channel_id
            and s.from_sequence <= r.sequence and (s.to_sequence is null or s.to_sequence > r.sequence)
        )
      )
      and not exists (
        select 1 from account_period g
        where g.account_id = p.account_id and g.to_sequence <= m.sequence and not exists (
          select 1 from account_period l
          where l.account_id = g.account_id and l.from_sequence > g.from_sequence
            and l.from_sequence <= m.sequence
        )
      )
  `.execute(writer.db);
}

/** Removes unread exceptions of accounts not subscribed to the channel, where messages cannot be unread. */
export async function dropUnreadOutside(
  writer: Writer,
  ids: readonly number[],
  channelId: number,
): Promise<void> {
  await writer.db
    .deleteFrom('read_exception')
    .where('message_id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .where('is_read', '=', sql.lit(0))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('subscription')
            .select(sql<number>`1`.as('one'))
            .where('subscription.channel_id', '=', channelId)
            .where('subscription.is_active', '=', 1)
            .whereRef('subscription.account_id', '=', 'read_exception.account_id'),
        ),
      ),
    )
    .execute();
}
