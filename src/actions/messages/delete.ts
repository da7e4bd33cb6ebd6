// Deletes messages inside a unit of work: permissions, rows, log entries, the event. Nothing of a deleted
// message remains, in the tables or in the log.

import { badRequest } from '../../api-contract/error.ts';
import type { Audience } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { checkMayDelete } from '../../model/messages/delete-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { peopleOf, updateConversationBounds } from '../../stores/conversations/conversation-store.ts';
import { ActorPermissions } from '../../stores/groups/actor-permissions.ts';
import { type AccessibleMessage, modifiableMessage } from '../../stores/message-access/message-access.ts';
import { deleteMessageRows } from '../../stores/messages/change-store.ts';
import { deletionEvent } from '../../stores/messages/deletion-event.ts';
import {
  channelMessageAudience,
  type LocatedMessage,
  receptionsOf,
} from '../../stores/messages/message-audience.ts';
import { scrubFromLog } from '../../stores/messages/scrub-log.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { unindexMessages } from '../../stores/search/search-store.ts';
import { auditDeletedMessage } from '../audit/deletions.ts';
import { recountFirstMessage } from '../channels/first-message.ts';
import { emitGuestVisibility, guestVisibilityBefore } from '../guests/visibility-events.ts';
import { unpinEmptyTopic } from '../pins/pin-topic.ts';
import { emitUploadChanges, unlinkMessages } from '../uploads/links.ts';

/** Deletes one message for an account. @throws `Invalid message(s)`, and if the settings forbid it */
export async function deleteOneMessage(writer: Writer, actorId: number, messageId: number): Promise<void> {
  const actor = await accountById(writer, actorId);
  if (!actor?.isActive) throw badRequest('User not authorized for this query');
  const message = await modifiableMessage(tableLookup({ writer, account: actor }), messageId);
  const isOwn = await isOfActor(writer, actor, message);
  await checkRights(writer, actor, message, isOwn);
  await removeMessages(
    writer,
    [message.row],
    { conversation: message.conversation, channel: message.channel },
    actor.id,
  );
  if (!isOwn) {
    const { id, sender_id: senderId } = message.row;
    await auditDeletedMessage(writer, { id, senderId, channelId: message.channel?.id });
  }
}

/** Whether an account, or a bot it owns, sent a message. */
async function isOfActor(writer: Writer, actor: Account, { row }: AccessibleMessage): Promise<boolean> {
  if (row.sender_id === actor.id) return true;
  return (await accountById(writer, row.sender_id))?.botOwnerId === actor.id;
}

async function checkRights(
  writer: Writer,
  actor: Account,
  { row, channel }: AccessibleMessage,
  isOwn: boolean,
): Promise<void> {
  const organization = await readOrganization(writer);
  const rights = new ActorPermissions({ writer, organization, account: actor });
  checkMayDelete({
    mayDeleteAny: await rights.inOrganization('can_delete_any_message_group'),
    mayDeleteAnyInChannel: await rights.inChannel(channel, 'can_delete_any_message_group'),
    isOwn,
    mayDeleteOwn: await rights.inOrganization('can_delete_own_message_group'),
    mayDeleteOwnInChannel: await rights.inChannel(channel, 'can_delete_own_message_group'),
    ageSeconds: writer.now - row.sent_at,
    limitSeconds: organization.settings.message_content_delete_limit_seconds,
  });
}

/**
 * Removes messages of one conversation and emits that. `actorId`, if given, is always in the audience: it
 * could see them.
 */
export async function removeMessages(
  writer: Writer,
  messages: readonly LocatedMessage[],
  { conversation, channel }: { readonly conversation: Conversation; readonly channel: Channel | undefined },
  actorId?: number,
): Promise<void> {
  const ids = messages.map((message) => message.id);
  const receptions = channel ? await receptionsOf(writer, messages) : {};
  const also = actorId === undefined ? [] : [actorId];
  // Guests see the accounts that they share direct messages with.
  const people = conversation.direct_key === null ? [] : peopleOf(conversation.direct_key);
  const visibility = await guestVisibilityBefore(writer, await readOrganization(writer), {
    accountIds: people,
  });
  const audience: Audience = channel
    ? { ...channelMessageAudience(channel, receptions), also }
    : { kind: 'accounts', ids: people };
  const uploads = await unlinkMessages(writer, ids);
  const scrubbed = await scrubFromLog(writer, messages);
  await unindexMessages(writer, ids);
  await deleteMessageRows(writer, ids);
  await updateConversationBounds(writer, conversation.id);
  writer.emit(deletionEvent(audience, ids, { conversation, channel }, { receptions, sawAll: also }));
  writer.emit(scrubbed);
  if (channel) await unpinEmptyTopic(writer, conversation);
  await emitUploadChanges(writer, uploads);
  await emitGuestVisibility(writer, visibility);
  if (channel?.firstMessageId != null && ids.includes(channel.firstMessageId)) {
    await recountFirstMessage(writer, channel.id);
  }
}
