// Audits deletions of topics and of other people's messages. Messages deleted one after the other are merged
// into one entry for each sender and channel within a minute. A topic is one entry for all the units of work
// it takes.

import { limits } from '../../api-contract/limits.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { AuditEntryRow } from '../../model/audit/audit-entry.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { incrementTimes, newestEntries, replaceDetails } from '../../stores/audit/audit-store.ts';
import { actorOf, audit } from './audit.ts';
import { MAX_ENTRIES_PER_MERGE, MERGE_SECONDS } from './repeated.ts';

/** A message deleted by an account that is not its sender. */
export interface DeletedMessage {
  readonly id: number;
  readonly senderId: number;
  /** Undefined for a direct message. */
  readonly channelId: number | undefined;
}

function idsIn(row: AuditEntryRow): readonly number[] {
  return parseColumn<{ readonly message_ids: readonly number[] }>(row.details).message_ids;
}

/** Records the deletion of another account's message. */
export async function auditDeletedMessage(writer: Writer, deleted: DeletedMessage): Promise<void> {
  const { id, senderId: accountId, channelId } = deleted;
  const kind = 'message_deleted';
  const { acting_account_id: actingId } = actorOf(writer, { kind });
  const newest = await newestEntries(writer, accountId, kind, MAX_ENTRIES_PER_MERGE);
  const same = newest.find(
    (row) =>
      row.created_at > writer.now - MERGE_SECONDS &&
      row.acting_account_id === actingId &&
      row.channel_id === (channelId ?? null),
  );
  if (!same) {
    const channelFields = channelId !== undefined && { channelId };
    await audit(writer, { kind, accountId, ...channelFields, details: { message_ids: [id] } });
    return;
  }
  await incrementTimes(writer, same.id);
  const recordedIds = idsIn(same);
  if (recordedIds.length < limits.auditListItems)
    await replaceDetails(writer, same.id, { message_ids: [...recordedIds, id] });
}

/** A topic in deletion, and the number of its messages deleted so far. */
export interface DeletedTopic {
  readonly channel: Channel;
  readonly topic: string;
  readonly messages: number;
}

/**
 * Records the deletion of a topic, in the entry of an earlier unit if there is one. Returns the id of the
 * entry.
 */
export async function auditDeletedTopic(
  writer: Writer,
  { channel, topic, messages }: DeletedTopic,
  entryId: number | undefined,
): Promise<number> {
  // Owners read the log, including those without access to a private channel.
  const details = { ...(!channel.isPrivate && { name: topic }), messages };
  if (entryId === undefined) return audit(writer, { kind: 'topic_deleted', channelId: channel.id, details });
  await replaceDetails(writer, entryId, details);
  return entryId;
}
