// Reads messages. A page reads the narrow columns that decide flags and access; content comes from prepared
// JSON if it is cached (`fragments.ts`).

import type {
  MessageEditRow,
  MessageHead,
  MessageRow,
  ReactionRow,
  SubmessageRow,
} from '../../model/messages/message-row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

/** The columns that decide access and flags, with the conversation's topic or direct key. */
export const headColumns = [
  'message.id',
  'message.conversation_id',
  'message.channel_id',
  'message.sender_id',
  'message.sent_at',
  'message.sequence',
  'message.is_moved',
  'message.is_read_by_sender',
  'message.arrives_read',
  'message.mentions_channel',
  'message.mentions_topic',
  'message.has_mention_row',
  'message.has_link',
  'message.has_image',
  'message.has_attachment',
  'message.has_reaction',
  'conversation.topic_name',
  'conversation.direct_key',
] as const;

const byId = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db.selectFrom('message').selectAll().where('id', '=', p.id).where('organization_id', '=', p.organization),
);
const byIds = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .selectAll()
    .where('id', 'in', idsOf(engine, p.ids))
    .where('organization_id', '=', p.organization)
    .orderBy('id'),
);
const headsByIds = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(headColumns)
    .where('message.id', 'in', idsOf(engine, p.ids))
    .where('message.organization_id', '=', p.organization)
    .orderBy('message.id'),
);
const reactionsOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('reaction').selectAll().where('message_id', 'in', idsOf(engine, p.ids)).orderBy('id'),
);
const submessagesOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('submessage').selectAll().where('message_id', 'in', idsOf(engine, p.ids)).orderBy('id'),
);
const editsOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_edit')
    .selectAll()
    .where('message_id', 'in', idsOf(engine, p.ids))
    .orderBy('id', 'desc'),
);
const arrivalsOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('message_arrival').selectAll().where('message_id', 'in', idsOf(engine, p.ids)),
);

/** A message of the organization, without an access check (see `message-access.ts`). */
export async function messageById(reader: Reader, id: number): Promise<MessageRow | undefined> {
  return byId.first(reader, { organization: reader.organizationId, id });
}

/** Messages by id, ascending; missing ones are left out. */
export async function messagesByIds(reader: Reader, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return byIds.all(reader, { organization: reader.organizationId, ids: JSON.stringify(ids) });
}

/** The heads of messages by id, ascending; missing ones are left out. */
export async function messageHeads(reader: Reader, ids: readonly number[]): Promise<MessageHead[]> {
  if (ids.length === 0) return [];
  return headsByIds.all(reader, { organization: reader.organizationId, ids: JSON.stringify(ids) });
}

/** Reactions to messages, oldest first. */
export async function reactionsByMessage(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, ReactionRow[]>> {
  return groupByMessage(ids.length === 0 ? [] : await reactionsOf.all(reader, { ids: JSON.stringify(ids) }));
}

/** Submessages of messages (votes in widgets and the like), oldest first. */
export async function submessagesByMessage(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, SubmessageRow[]>> {
  return groupByMessage(
    ids.length === 0 ? [] : await submessagesOf.all(reader, { ids: JSON.stringify(ids) }),
  );
}

/** Edits and moves of messages, newest first. */
export async function editsByMessage(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, MessageEditRow[]>> {
  return groupByMessage(ids.length === 0 ? [] : await editsOf.all(reader, { ids: JSON.stringify(ids) }));
}

export interface Arrival {
  readonly message_id: number;
  readonly channel_id: number;
  readonly sequence: number;
}

/** All arrivals of messages that changed channels. */
export async function arrivalsByMessage(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, Arrival[]>> {
  return groupByMessage<Arrival>(
    ids.length === 0 ? [] : await arrivalsOf.all(reader, { ids: JSON.stringify(ids) }),
  );
}

function groupByMessage<T extends { readonly message_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const result = new Map<number, T[]>();
  for (const row of rows) {
    const rowsOfMessage = result.get(row.message_id);
    if (rowsOfMessage) rowsOfMessage.push(row);
    else result.set(row.message_id, [row]);
  }
  return result;
}
