// Recent messages, for finding the most active topics: reads backwards through the log, a bounded number of
// rows at a time.

import { sql } from 'kysely';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const KEYS_AT_ONCE = 1000;

/** The columns needed to find the most active topics. */
export interface RecentMessage {
  readonly id: number;
  readonly sequence: number;
  readonly sent_at: number;
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly sender_id: number;
}

const sentBefore = preparedRead<{ organization: number; sequence: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sequence', 'sent_at', 'conversation_id', 'channel_id', 'sender_id'])
    .where(sql<boolean>`(organization_id + 0) = ${p.organization}`)
    .where('sequence', '<', p.sequence)
    .orderBy('sequence', 'desc')
    .limit(p.limit),
);

/** Messages sent before a log position, newest first. */
export function messagesSentBefore(
  reader: Reader,
  sequence: number,
  limit: number,
): Promise<RecentMessage[]> {
  return sentBefore.all(reader, { organization: reader.organizationId, sequence, limit });
}

const idsFrom = preparedRead<{ conversation: number; from: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', p.conversation)
    .where('id', '>=', p.from)
    .orderBy('id')
    .limit(p.limit),
);

/** The ids of a conversation's messages from an id on, ascending. */
export async function conversationMessageIds(
  reader: Reader,
  conversationId: number,
  from: number,
  limit: number,
): Promise<number[]> {
  const rows = await idsFrom.all(reader, { conversation: conversationId, from, limit });
  return rows.map((row) => row.id);
}

const keysOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('conversation').select(['id', 'topic_key']).where('id', 'in', idsOf(engine, p.ids)),
);

/** The keys of topics by conversation, read in parts. */
export async function topicKeysOf(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const result = new Map<number, string>();
  for (let start = 0; start < ids.length; start += KEYS_AT_ONCE) {
    const part = ids.slice(start, start + KEYS_AT_ONCE);
    for (const row of await keysOf.all(reader, { ids: JSON.stringify(part) }))
      result.set(row.id, row.topic_key);
  }
  return result;
}
