// Decides for whom a "topic resolved" notice arrives read, by each subscriber's setting
// `resolved_topic_notice_auto_read_policy`. Most subscribers want it read, so the message itself is stored as read and
// only the others get a row. If they are more than half of the channel, the message is stored as unread, and those who
// want it read get a row.

import { sql } from 'kysely';
import type { Channel } from '../../model/channels/channel.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { textKey } from '../../model/text-key.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Engine, Writer } from '../../storage/reader-writer.ts';

/** How a message arrives: read with some exceptions, or unread with some exceptions. */
export interface MessageArrival {
  readonly arrivesRead: 0 | 1;
  /** Accounts for which it is unread; empty unless it arrives read. */
  readonly unreadIds: readonly number[];
  /** Accounts for which it is read; empty if it arrives read. */
  readonly readIds: readonly number[];
}

/** Arrives unread for all recipients. */
export const arrivesUnread: MessageArrival = { arrivesRead: 0, unreadIds: [], readIds: [] };

const policy = (engine: Engine) =>
  engine === 'sqlite'
    ? sql<string | null>`(account.settings ->> 'resolved_topic_notice_auto_read_policy')`
    : sql<string | null>`(account.settings::json ->> 'resolved_topic_notice_auto_read_policy')`;

/**
 * Accounts for which the notice is unread: followers of the topic and those who want all notices, except
 * those who muted its sender.
 */
const watchers = preparedRead<{ organization: number; channel: number; key: string; sender: number }>()(
  (db, p, engine) =>
    db
      .selectFrom('account')
      .innerJoin('subscription', 'subscription.account_id', 'account.id')
      .select('account.id')
      .where('account.is_active', '=', 1)
      .where('subscription.channel_id', '=', p.channel)
      .where('subscription.is_active', '=', 1)
      .where('account.id', 'in', (e) =>
        e
          .selectFrom('user_topic')
          .select('user_topic.account_id as id')
          .where('user_topic.channel_id', '=', p.channel)
          .where('user_topic.topic_key', '=', p.key)
          .where('user_topic.visibility_policy', '=', sql.lit(VisibilityPolicy.followed))
          .union(
            e
              .selectFrom('account')
              .select('account.id')
              .where('account.organization_id', '=', p.organization)
              // Written as in the definition of the partial index.
              .where(sql<boolean>`${policy(engine)} = 'never'`),
          ),
      )
      .where(sql<boolean>`coalesce(${policy(engine)}, '') <> 'always'`)
      .where('account.id', 'not in', (e) =>
        e
          .selectFrom('muted_user')
          .select('muted_user.account_id')
          .where('muted_user.muted_account_id', '=', p.sender),
      )
      .orderBy('account.id'),
);
const readersAmong = preparedRead<{ channel: number; sender: number; watchers: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .innerJoin('subscription', 'subscription.account_id', 'account.id')
    .select('account.id')
    .where('account.is_active', '=', 1)
    .where('subscription.channel_id', '=', p.channel)
    .where('subscription.is_active', '=', 1)
    .where('account.id', 'not in', idsOf(engine, p.watchers))
    .where('account.id', 'not in', (e) =>
      e
        .selectFrom('muted_user')
        .select('muted_user.account_id')
        .where('muted_user.muted_account_id', '=', p.sender),
    )
    .orderBy('account.id'),
);
const exceptionRows = (isRead: 0 | 1) =>
  preparedWrite<{ message: number; ids: string }>()((db, p, engine) =>
    db
      .insertInto('read_exception')
      .columns(['organization_id', 'account_id', 'message_id', 'conversation_id', 'is_read'])
      .expression(
        db
          .selectFrom('account')
          .innerJoin('message', (join) => join.on('message.id', '=', p.message))
          .select(['account.organization_id', 'account.id as account_id', 'message.id as message_id'])
          .select(['message.conversation_id', sql.lit(isRead).as('is_read')])
          .where('account.id', 'in', idsOf(engine, p.ids)),
      ),
  );
const insertReadExceptions = exceptionRows(1);
const insertUnreadExceptions = exceptionRows(0);

/** How a notice arrives in a topic, by the current settings of the subscribers. */
export async function resolutionArrival(
  writer: Writer,
  { id: channelId, subscriberCount }: Pick<Channel, 'id' | 'subscriberCount'>,
  topic: string,
  senderId: number,
): Promise<MessageArrival> {
  const values = { channel: channelId, sender: senderId };
  const found = await watchers.all(writer, {
    ...values,
    organization: writer.organizationId,
    key: textKey(topic),
  });
  const unreadIds = found.map((row) => row.id);
  if (unreadIds.length === 0) return { arrivesRead: 1, unreadIds, readIds: [] };
  if (2 * unreadIds.length <= subscriberCount) return { arrivesRead: 1, unreadIds, readIds: [] };
  const readerRows = await readersAmong.all(writer, { ...values, watchers: JSON.stringify(unreadIds) });
  return { arrivesRead: 0, unreadIds: [], readIds: readerRows.map((row) => row.id) };
}

/** Stores the exceptions for a message that was just inserted. */
export async function storeArrival(
  writer: Writer,
  row: Pick<MessageRow, 'id'>,
  { unreadIds, readIds }: MessageArrival,
): Promise<void> {
  const parameters = (ids: readonly number[]) => ({ message: row.id, ids: JSON.stringify(ids) });
  if (unreadIds.length > 0) await insertUnreadExceptions.all(writer, parameters(unreadIds));
  if (readIds.length > 0) await insertReadExceptions.all(writer, parameters(readIds));
}
