// The messages of an export in pages, each a range of an index.

import type { SubscriptionPeriod } from '../../model/subscriptions/subscription-periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const ofChannel = preparedRead<{ channel: number; after: number; upTo: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .selectAll('message')
    .select(['conversation.topic_name', 'conversation.direct_key'])
    .where('message.channel_id', '=', p.channel)
    .where('message.id', '>', p.after)
    .where('message.id', '<=', p.upTo)
    .orderBy('message.id')
    .limit(p.limit),
);
const ofConversations = preparedRead<{ ids: string; after: number; upTo: number; limit: number }>()(
  (db, p, engine) =>
    db
      .selectFrom('message')
      .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
      .selectAll('message')
      .select(['conversation.topic_name', 'conversation.direct_key'])
      .where('message.conversation_id', 'in', idsOf(engine, p.ids))
      .where('message.id', '>', p.after)
      .where('message.id', '<=', p.upTo)
      .orderBy('message.id')
      .limit(p.limit),
);
const directOf = preparedRead<{ organization: number; ids: string; after: number; limit: number }>()(
  (db, p, engine) =>
    db
      .selectFrom('conversation')
      .select('id')
      .where('organization_id', '=', p.organization)
      .where('direct_key', 'is not', null)
      .where('id', '>', p.after)
      .where('id', 'in', (e) =>
        e
          .selectFrom('conversation_participant')
          .select('conversation_id')
          .where('account_id', 'in', idsOf(engine, p.ids)),
      )
      .orderBy('id')
      .limit(p.limit),
);
const subscribedTimes = preparedRead<{ channel: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription_period')
    .select(['from_sequence as from', 'to_sequence as to'])
    .where('channel_id', '=', p.channel)
    .where('account_id', 'in', idsOf(engine, p.ids))
    .orderBy('from_sequence'),
);

export type ExportedRow = Awaited<ReturnType<typeof ofChannel.all>>[number];

/** The bounds of a page: `after` is exclusive, `upTo` inclusive. */
export interface PageBounds {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/** The next messages of a channel, oldest first. */
export function pageOfChannel(reader: Reader, channelId: number, page: PageBounds): Promise<ExportedRow[]> {
  return ofChannel.all(reader, { channel: channelId, ...page });
}

/** The next messages of the given direct conversations, oldest first. */
export function pageOfConversations(
  reader: Reader,
  ids: readonly number[],
  page: PageBounds,
): Promise<ExportedRow[]> {
  return ofConversations.all(reader, { ids: JSON.stringify(ids), ...page });
}

/** The ids above `after` of direct conversations in which any of the accounts takes part. */
export async function directConversationsOf(
  reader: Reader,
  accountIds: readonly number[],
  after: number,
  limit: number,
): Promise<number[]> {
  const ids = JSON.stringify(accountIds);
  const rows = await directOf.all(reader, { organization: reader.organizationId, ids, after, limit });
  return rows.map((row) => row.id);
}

/** When any of the accounts were subscribed to a channel. */
export function subscriptionPeriodsOfAny(
  reader: Reader,
  channelId: number,
  accountIds: readonly number[],
): Promise<SubscriptionPeriod[]> {
  return subscribedTimes.all(reader, { channel: channelId, ids: JSON.stringify(accountIds) });
}
