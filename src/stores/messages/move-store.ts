// The statements that take messages from one conversation to another, each for all of them and for everybody at
// once. Read states go along: a whole topic that moves to a free place keeps its conversation and so everything;
// a part of one that begins a topic copies the states; and where two conversations meet, those for whom a message
// would change get an exception for it.

import { sql } from 'kysely';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { MessageRow } from '../../model/messages/row.ts';
import { textKey } from '../../model/text-key.ts';
import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';

/** Frees the place of a topic that holds no messages. */
export async function removeConversation(writer: Writer, id: number): Promise<void> {
  await writer.db.deleteFrom('read_state').where('conversation_id', '=', id).execute();
  await writer.db.deleteFrom('conversation').where('id', '=', id).execute();
}

/** Gives a conversation another place; its messages and read states stay with it. */
export async function placeConversation(
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

/** A message that never moved arrived where it stands, when it was sent. */
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

/** Notes the arrival of messages in another channel; those that never moved get their first arrival too. */
export async function recordArrivals(
  writer: Writer,
  messages: readonly Pick<MessageRow, 'id' | 'is_moved'>[],
  channelId: number,
  sequence: number,
): Promise<void> {
  const never = messages.filter((message) => message.is_moved === 0).map((message) => message.id);
  if (never.length > 0) await recordFirstArrivals(writer, never);
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

/** Sets the new place on the messages and on the exceptions that people have for them. */
export async function placeMessages(
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

/** A topic that begins with moved messages is read as far as the one they came from. */
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
 * Before messages join a conversation that holds others: whoever has read the two to different marks keeps, by an
 * exception, what each message was for them. Only for people who received it unread and have no exception yet.
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

/** Messages cannot be unread for people who are not subscribed where they stand. */
export async function dropUnreadOutside(
  writer: Writer,
  ids: readonly number[],
  channelId: number,
): Promise<void> {
  await writer.db
    .deleteFrom('read_exception')
    .where('message_id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .where('is_read', '=', 0)
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
