// Reads and writes the conversations that people have put away until a time.

import { Role } from '../../model/accounts/roles.ts';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import type { ConversationColumns } from '../../model/conversations/conversation-identity.ts';
import type { LaterConversationRow } from '../../model/later-conversations/later-conversation.ts';
import { textKey } from '../../model/text-key.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { ownRows } from '../own-rows.ts';

/** In the order in which they were first put away. */
export const laterConversations = ownRows({
  table: 'later_conversation',
  owner: 'account_id',
  orderBy: [['id', 'asc']],
});

/** The columns of a topic. */
export function topicColumns({ channelId, topic }: ChannelTopic): ConversationColumns {
  return { channel_id: channelId, topic_key: textKey(topic), topic_name: topic, direct_key: null };
}

/** The columns of the direct conversation with a key. */
export function directColumns(directKey: string): ConversationColumns {
  return { channel_id: null, topic_key: '', topic_name: '', direct_key: directKey };
}

/** Whether both identify the same conversation. */
export function isSameConversation(a: ConversationColumns, b: ConversationColumns): boolean {
  return a.channel_id === b.channel_id && a.topic_key === b.topic_key && a.direct_key === b.direct_key;
}

const ofTopic = preparedRead<{ channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('later_conversation')
    .selectAll()
    .where('channel_id', '=', p.channel)
    .where('topic_key', '=', p.key)
    .orderBy('id'),
);

const awayFor = preparedRead<{ accounts: string }>()((db, p, engine) =>
  db
    .selectFrom('later_conversation')
    .selectAll()
    .where('account_id', 'in', idsOf(engine, p.accounts))
    .where('returned_at', 'is', null),
);

/** The conversations that some accounts have put away and that have not come back. */
export async function conversationsAwayFor(
  reader: Reader,
  accountIds: Iterable<number>,
): Promise<LaterConversationRow[]> {
  const ids = [...new Set(accountIds)];
  return ids.length === 0 ? [] : awayFor.all(reader, { accounts: JSON.stringify(ids) });
}

/** All accounts' rows of a topic. */
export async function laterRowsOfTopic(
  reader: Reader,
  { channelId, topic }: ChannelTopic,
): Promise<LaterConversationRow[]> {
  return ofTopic.all(reader, { channel: channelId, key: textKey(topic) });
}

/** Moves the given rows to another topic. */
export async function setTopicOfRows(
  writer: Writer,
  ids: readonly number[],
  to: ChannelTopic,
): Promise<void> {
  await writer.db
    .updateTable('later_conversation')
    .set(topicColumns(to))
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
}

export async function deleteLaterRows(writer: Writer, ids: readonly number[]): Promise<void> {
  await writer.db
    .deleteFrom('later_conversation')
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
}

/**
 * The rows of topics in private channels whose account is not subscribed, and of guests in channels that they are not
 * subscribed to: of one channel, or of one account. They may have lost access.
 */
export async function laterRowsWithoutSubscription(
  reader: Reader,
  of: { readonly channelId: number } | { readonly accountId: number },
): Promise<LaterConversationRow[]> {
  return reader.db
    .selectFrom('later_conversation')
    .innerJoin('account', 'account.id', 'later_conversation.account_id')
    .innerJoin('channel', 'channel.id', 'later_conversation.channel_id')
    .leftJoin('subscription', (join) =>
      join
        .onRef('subscription.account_id', '=', 'later_conversation.account_id')
        .onRef('subscription.channel_id', '=', 'later_conversation.channel_id')
        .on('subscription.is_active', '=', 1),
    )
    .selectAll('later_conversation')
    .where('subscription.account_id', 'is', null)
    .where('channel.is_web_public', '=', 0)
    .where((e) => e.or([e('channel.is_private', '=', 1), e('account.role', '=', Role.guest)]))
    .$if('channelId' in of, (query) =>
      query.where('later_conversation.channel_id', '=', 'channelId' in of ? of.channelId : 0),
    )
    .$if('accountId' in of, (query) =>
      query.where('later_conversation.account_id', '=', 'accountId' in of ? of.accountId : 0),
    )
    .orderBy('later_conversation.id')
    .execute();
}
