// Messages of others that somebody deleted, and topics. Whoever deletes one message after the other leaves one entry for all
// of a sender and channel within a minute; a topic is one entry for all the units that it takes.

import { limits } from '../../api-contract/limits.ts';
import type { AuditEntryRow } from '../../model/audit/entry.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Writer } from '../../storage/session.ts';
import { countAgain, newestEntries, replaceDetails } from '../../stores/audit/audit-store.ts';
import { actorOf, audit } from './audit.ts';
import { MOST_TOGETHER, TOGETHER_SECONDS } from './repeated.ts';

/** A message that is deleted by another than its sender. */
export interface DeletedMessage {
  readonly id: number;
  readonly senderId: number;
  /** Undefined for a direct message. */
  readonly channelId: number | undefined;
}

function idsIn(row: AuditEntryRow): readonly number[] {
  return JSON.parse(row.details).message_ids;
}

/** Tells a message of somebody else that was deleted. */
export async function auditDeletedMessage(writer: Writer, deleted: DeletedMessage): Promise<void> {
  const { id, senderId: accountId, channelId } = deleted;
  const kind = 'message_deleted';
  const { acting_account_id: actingId } = actorOf(writer, { kind });
  const newest = await newestEntries(writer, accountId, kind, MOST_TOGETHER);
  const same = newest.find(
    (row) =>
      row.created_at > writer.now - TOGETHER_SECONDS &&
      row.acting_account_id === actingId &&
      row.channel_id === (channelId ?? null),
  );
  if (!same) {
    const where = channelId !== undefined && { channelId };
    await audit(writer, { kind, accountId, ...where, details: { message_ids: [id] } });
    return;
  }
  await countAgain(writer, same.id);
  const told = idsIn(same);
  if (told.length < limits.auditListItems)
    await replaceDetails(writer, same.id, { message_ids: [...told, id] });
}

/** A topic that is being deleted, and how many of its messages are by now. */
export interface DeletedTopic {
  readonly channel: Channel;
  readonly topic: string;
  readonly messages: number;
}

/** Tells a topic that is deleted, in the entry that told of it before, if any; gives the id of the entry. */
export async function auditDeletedTopic(
  writer: Writer,
  { channel, topic, messages }: DeletedTopic,
  entryId: number | undefined,
): Promise<number> {
  // Owners read the log, also those who do not see into a private channel.
  const details = { ...(!channel.isPrivate && { name: topic }), messages };
  if (entryId === undefined) return audit(writer, { kind: 'topic_deleted', channelId: channel.id, details });
  await replaceDetails(writer, entryId, details);
  return entryId;
}
