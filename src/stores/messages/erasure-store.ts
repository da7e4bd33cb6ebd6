// The progress of deleting the messages of deactivated accounts: one row per account, in order. Each batch
// lowers the row in the unit of work that deletes it, so a crash neither loses work nor repeats it.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type ErasureRow = Row<'message_erasure'>;

/** The kinds of conversation whose messages are to be deleted. */
export interface ErasureScope {
  readonly publicChannels: boolean;
  readonly privateChannels: boolean;
  readonly directMessages: boolean;
}

const newestOfSender = preparedRead<{ sender: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'conversation_id', 'channel_id', 'sequence', 'is_moved'])
    .where('sender_id', '=', p.sender)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export type SentHead = Awaited<ReturnType<typeof newestOfSender.all>>[number];

/** The newest messages of a sender below an id, newest first. */
export function newestSentBy(
  reader: Reader,
  senderId: number,
  before: number,
  limit: number,
): Promise<SentHead[]> {
  return newestOfSender.all(reader, { sender: senderId, before, limit });
}

/** Schedules the deletion of all messages that an account has sent so far within `scope`. */
export async function scheduleErasure(writer: Writer, accountId: number, scope: ErasureScope): Promise<void> {
  const [newest] = await newestSentBy(writer, accountId, Number.MAX_SAFE_INTEGER, 1);
  if (!newest) return;
  await writer.db
    .insertInto('message_erasure')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      before_id: newest.id + 1,
      public_channels: scope.publicChannels ? 1 : 0,
      private_channels: scope.privateChannels ? 1 : 0,
      direct_messages: scope.directMessages ? 1 : 0,
    })
    .execute();
}

/** The organization's first pending erasure, leaving out those of the accounts in `except`. */
export function nextErasure(reader: Reader, except: readonly number[] = []): Promise<ErasureRow | undefined> {
  return reader.db
    .selectFrom('message_erasure')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .$if(except.length > 0, (query) => query.where('account_id', 'not in', [...except]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The first pending erasure of an account's messages. */
export function nextErasureOf(reader: Reader, accountId: number): Promise<ErasureRow | undefined> {
  return reader.db
    .selectFrom('message_erasure')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The organizations with pending erasures. */
export async function organizationsWithErasures(reader: Reader): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('message_erasure')
    .select('organization_id')
    .distinct()
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Records that messages from `beforeId` on are done. */
export async function lowerErasureBound(writer: Writer, id: number, beforeId: number): Promise<void> {
  await writer.db.updateTable('message_erasure').set({ before_id: beforeId }).where('id', '=', id).execute();
}

/** Removes a completed erasure. */
export async function finishErasure(writer: Writer, id: number): Promise<void> {
  await writer.db.deleteFrom('message_erasure').where('id', '=', id).execute();
}
