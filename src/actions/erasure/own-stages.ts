// Stages that delete what belonged to the person: direct messages with system bots and with themselves,
// messages if that was chosen, rows that may be numerous, and uploads.

import { limits } from '../../api-contract/limits.ts';
import { idsOf } from '../../storage/prepared.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { deleteSomeRows } from '../../stores/erasure/delete-rows.ts';
import { linkingMessages } from '../../stores/uploads/link-store.ts';
import { deleteAttachmentRows } from '../../stores/uploads/upload-store.ts';
import { removeMessages } from '../messages/delete.ts';
import { eraseBatchOf } from '../messages/erase-sent.ts';
import { removeUploadFiles } from '../uploads/links.ts';
import type { Portion } from './stage.ts';

const ids = ({ writer, ids: all }: Portion) => idsOf(writer.engine, JSON.stringify([...all]));

/**
 * Deletes messages whose deletion is pending, as when an account is deactivated together with its messages.
 */
export async function deletePendingMessages(portion: Portion): Promise<number | undefined> {
  const { writer } = portion;
  const pending = await writer.db
    .selectFrom('message_erasure')
    .select('account_id')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', 'in', ids(portion))
    .limit(1)
    .executeTakeFirst();
  if (!pending) return undefined;
  await eraseBatchOf(writer, pending.account_id);
  return 0;
}

/** Deletes direct message conversations without another person: greetings, reminders, notes. */
export async function deleteSoloConversations(portion: Portion): Promise<number | undefined> {
  const { writer, erasure } = portion;
  const unshared = await writer.db
    .selectFrom('conversation_participant as own')
    .select('own.conversation_id')
    .where('own.account_id', 'in', ids(portion))
    .where('own.conversation_id', '>', erasure.afterId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('conversation_participant as other')
            .innerJoin('account', 'account.id', 'other.account_id')
            .select('account.id')
            .whereRef('other.conversation_id', '=', 'own.conversation_id')
            .where('other.account_id', 'not in', ids(portion))
            .where('account.is_system_bot', '=', 0),
        ),
      ),
    )
    .orderBy('own.conversation_id')
    .limit(1)
    .executeTakeFirst();
  if (!unshared) return undefined;
  const conversationId = unshared.conversation_id;
  const heads = await writer.db
    .selectFrom('message')
    .select(['id', 'conversation_id', 'channel_id', 'sequence', 'is_moved'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(limits.deleteTopicBatch)
    .execute();
  if (heads.length === 0) return conversationId;
  const conversation = await conversationById(writer, conversationId);
  if (conversation) await removeMessages(writer, heads, { conversation, channel: undefined });
  return erasure.afterId;
}

/** Deletes rows that link the person to messages. */
export async function deleteManyRows({ writer, erasure, ids: all }: Portion): Promise<number | undefined> {
  return (await deleteSomeRows(writer, [...all], limits.erasedRowsPerUnit)) ? erasure.afterId : undefined;
}

/** Deletes uploads: all of them, or those that no message links. */
export async function deleteUploads(portion: Portion): Promise<number | undefined> {
  const { writer, erasure } = portion;
  const found = await writer.db
    .selectFrom('attachment')
    .selectAll()
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', 'in', ids(portion))
    .where('id', '>', erasure.afterId)
    .orderBy('id')
    .limit(limits.erasedUploadsPerUnit)
    .execute();
  const links = erasure.deletesFiles ? undefined : await linkingMessages(writer, found);
  const removed = found.filter(({ id }) => !links?.has(id));
  if (removed.length > 0) {
    await deleteAttachmentRows(writer, removed);
    await removeUploadFiles(writer, removed);
  }
  return found.at(-1)?.id;
}
