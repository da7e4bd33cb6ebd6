// Lists of a channel's topics, newest first.

import { sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

export interface ListedTopic {
  readonly name: string;
  readonly maxId: number;
}

const newest = preparedRead<{ channel: number; limit: number }>()((db, p) =>
  db
    .selectFrom('conversation')
    .select(['topic_name as name', 'last_message_id as id'])
    .where('channel_id', '=', p.channel)
    .where('last_message_id', 'is not', null)
    .orderBy('last_message_id', 'desc')
    .limit(p.limit),
);
const receivedHere = preparedRead<{ account: number; channel: number }>()((db, p) =>
  db
    .selectFrom('subscription_period as period')
    .innerJoin('message', (join) =>
      join
        .on('message.channel_id', '=', p.channel)
        .onRef('message.sequence', '>=', 'period.from_sequence')
        .on((e) =>
          e.or([
            e('period.to_sequence', 'is', null),
            e('message.sequence', '<', e.ref('period.to_sequence')),
          ]),
        ),
    )
    .select((e) => ['message.conversation_id', e.fn.max('message.id').as('id')])
    .where('period.account_id', '=', p.account)
    .where('period.channel_id', '=', p.channel)
    .where('message.is_moved', '=', 0)
    .groupBy('message.conversation_id'),
);
const receivedAndMoved = preparedRead<{ account: number; channel: number }>()((db, p) =>
  db
    .selectFrom('message')
    .innerJoin('message_arrival as arrival', 'arrival.message_id', 'message.id')
    .innerJoin('subscription_period as period', (join) =>
      join
        .onRef('period.channel_id', '=', 'arrival.channel_id')
        .onRef('arrival.sequence', '>=', 'period.from_sequence')
        .on((e) =>
          e.or([
            e('period.to_sequence', 'is', null),
            e('arrival.sequence', '<', e.ref('period.to_sequence')),
          ]),
        ),
    )
    .select((e) => ['message.conversation_id', e.fn.max('message.id').as('id')])
    .where('message.channel_id', '=', p.channel)
    .where('message.is_moved', '=', sql.lit(1))
    .where('period.account_id', '=', p.account)
    .groupBy('message.conversation_id'),
);
const namesInChannel = preparedRead<{ channel: number }>()((db, p) =>
  db.selectFrom('conversation').select(['id', 'topic_name']).where('channel_id', '=', p.channel),
);

/** The newest topics of a channel, up to the limit of a list. */
export async function topicsOf(reader: Reader, channelId: number): Promise<ListedTopic[]> {
  const rows = await newest.all(reader, { channel: channelId, limit: limits.topicsPerList });
  return rows.map((row) => ({ name: row.name, maxId: row.id ?? 0 }));
}

/** The topics in which an account received messages, each with the newest of those. */
export async function receivedTopicsOf(
  reader: Reader,
  channelId: number,
  accountId: number,
): Promise<ListedTopic[]> {
  const values = { account: accountId, channel: channelId };
  const newestIn = new Map<number, number>();
  const rows = [...(await receivedHere.all(reader, values)), ...(await receivedAndMoved.all(reader, values))];
  for (const row of rows)
    newestIn.set(row.conversation_id, Math.max(newestIn.get(row.conversation_id) ?? 0, row.id));
  if (newestIn.size === 0) return [];
  const names = await namesInChannel.all(reader, { channel: channelId });
  return names
    .flatMap((row) => {
      const maxId = newestIn.get(row.id);
      return maxId === undefined ? [] : [{ name: row.topic_name, maxId }];
    })
    .sort((a, b) => b.maxId - a.maxId)
    .slice(0, limits.topicsPerList);
}
