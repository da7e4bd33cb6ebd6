// Pins and unpins messages for everyone, inside a unit of work. In a channel, this takes the permission to pin and to post;
// in a direct conversation, every participant may.

import { accountDeactivated, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { messagePinned, messageUnpinned } from '../../model/pins/pin-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { ActorPermissions } from '../../stores/groups/actor-permissions.ts';
import { type AccessibleMessage, modifiableMessage } from '../../stores/message-access/message-access.ts';
import { messageAudience } from '../../stores/messages/message-audience.ts';
import { checkPostingPermission } from '../../stores/messages/posting-checks.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import {
  deletePinnedMessages,
  insertPinnedMessage,
  pinnedAmong,
  pinsInConversation,
  recordPinNotice,
} from '../../stores/pins/pinned-message-store.ts';

/** A message that an account may pin or unpin. @throws `Invalid message(s)`, and without the permission */
async function pinnableMessage(
  writer: Writer,
  actorId: number,
  messageId: number,
): Promise<AccessibleMessage> {
  const account = await accountById(writer, actorId);
  if (!account?.isActive) throw accountDeactivated();
  const message = await modifiableMessage(tableLookup({ writer, account }), messageId);
  if (message.channel) await checkMayPin(writer, account, message.channel);
  return message;
}

/**
 * Checks that an account may pin messages and topics in a channel. It must be allowed to post there too: a pin is shown to
 * everyone, and a notice is posted about it.
 * @throws 400 if it may not
 */
export async function checkMayPin(writer: Writer, account: Account, channel: Channel): Promise<void> {
  const organization = await readOrganization(writer);
  const acting = { writer, organization, account };
  if (!(await new ActorPermissions(acting).inChannel(channel, 'can_pin_messages_group')))
    throw badRequest('You do not have permission to pin in this channel.');
  await checkPostingPermission(acting, channel);
}

/**
 * Pins a message; does nothing if it is pinned. Returns it if a notice is to be posted: a message of a channel, when it is
 * pinned for the first time.
 * @throws `Invalid message(s)`, 400 without the permission, and if the conversation has too many pinned messages
 */
export async function pinMessage(
  writer: Writer,
  actorId: number,
  messageId: number,
): Promise<AccessibleMessage | undefined> {
  const message = await pinnableMessage(writer, actorId, messageId);
  const { row, conversation } = message;
  if ((await pinnedAmong(writer, [messageId])).size > 0) return undefined;
  const pins = await pinsInConversation(writer, conversation.id, limits.pinnedMessages);
  if (pins.length >= limits.pinnedMessages)
    throw badRequest(
      `A conversation can have at most ${limits.pinnedMessages} pinned messages. Unpin one of them first.`,
    );
  const pin = await insertPinnedMessage(writer, {
    message_id: messageId,
    conversation_id: conversation.id,
    channel_id: row.channel_id,
    account_id: actorId,
  });
  writer.emit(messagePinned(await messageAudience(writer, message, actorId), conversation, pin));
  if (!message.channel || !(await recordPinNotice(writer, messageId))) return undefined;
  return message;
}

/**
 * Unpins a message, even one that another account pinned. Does nothing if it is not pinned.
 * @throws `Invalid message(s)`, and 400 without the permission
 */
export async function unpinMessage(writer: Writer, actorId: number, messageId: number): Promise<void> {
  const message = await pinnableMessage(writer, actorId, messageId);
  if ((await pinnedAmong(writer, [messageId])).size === 0) return;
  await deletePinnedMessages(writer, [messageId]);
  writer.emit(
    messageUnpinned(await messageAudience(writer, message, actorId), message.conversation, messageId),
  );
}
