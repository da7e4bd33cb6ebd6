// Reads and writes the calls that Parley holds itself.

import type { CallRow } from '../../model/native-calls/native-call.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

type StoredCall = Row<'call'>;

const byId = preparedRead<{ id: number; organization: number }>()((db, p) =>
  db
    .selectFrom('call')
    .innerJoin('conversation', 'conversation.id', 'call.conversation_id')
    .selectAll('call')
    .select(['channel_id', 'topic_name', 'direct_key'])
    .where('call.id', '=', p.id)
    .where('call.organization_id', '=', p.organization),
);

const liveIn = preparedRead<{ conversation: number }>()((db, p) =>
  db
    .selectFrom('call')
    .innerJoin('conversation', 'conversation.id', 'call.conversation_id')
    .selectAll('call')
    .select(['channel_id', 'topic_name', 'direct_key'])
    .where('call.conversation_id', '=', p.conversation)
    .where('ended_at', 'is', null),
);

const live = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('call')
    .innerJoin('conversation', 'conversation.id', 'call.conversation_id')
    .selectAll('call')
    .select(['channel_id', 'topic_name', 'direct_key'])
    .where('call.organization_id', '=', p.organization)
    .where('ended_at', 'is', null)
    .orderBy('call.id'),
);

/** A call, also one that has ended. */
export async function callById(reader: Reader, id: number): Promise<CallRow | undefined> {
  return byId.first(reader, { id, organization: reader.organizationId });
}

/** The call of a conversation that has not ended. */
export async function liveCallIn(reader: Reader, conversationId: number): Promise<CallRow | undefined> {
  return liveIn.first(reader, { conversation: conversationId });
}

/** The calls of the organization that have not ended, in the order in which they began. */
export async function liveCalls(reader: Reader): Promise<CallRow[]> {
  return live.all(reader, { organization: reader.organizationId });
}

/** Inserts a call. @returns its id */
export async function insertCall(
  writer: Writer,
  call: Pick<StoredCall, 'conversation_id' | 'kind' | 'engine' | 'starter_id' | 'organization_url'>,
): Promise<number> {
  const { id } = await writer.db
    .insertInto('call')
    .values({
      ...call,
      organization_id: writer.organizationId,
      message_id: null,
      started_at: writer.now,
      ended_at: null,
      end_reason: null,
      empty_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeCall(
  writer: Writer,
  id: number,
  values: Partial<
    Pick<StoredCall, 'message_id' | 'ended_at' | 'end_reason' | 'empty_since' | 'conversation_id'>
  >,
): Promise<void> {
  await writer.db.updateTable('call').set(values).where('id', '=', id).execute();
}
