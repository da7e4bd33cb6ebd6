// Adds a submessage (a vote, an option, a task) to a message, inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import { newEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { submessageEventType } from '../../model/messages/message-event-schema.ts';
import { checkSubmessage } from '../../model/messages/widgets.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { modifiableMessage } from '../../stores/message-access/message-access.ts';
import { messageAudience } from '../../stores/messages/message-audience.ts';
import {
  firstSubmessage,
  insertSubmessage,
  submessageCharacters,
} from '../../stores/messages/submessage-store.ts';
import { applyParticipation } from '../user-topics/automatic.ts';

export interface NewSubmessage {
  readonly messageId: number;
  readonly messageType: string;
  readonly content: string;
}

/**
 * Stores a submessage and emits it to those who can read the message. @throws for content that its widget
 * would not understand
 */
export async function addSubmessage(
  writer: Writer,
  senderId: number,
  submessage: NewSubmessage,
): Promise<void> {
  const sender = await accountById(writer, senderId);
  if (!sender?.isActive) throw badRequest('User not authorized for this query');
  const message = await modifiableMessage(tableLookup({ writer, account: sender }), submessage.messageId);
  const { row, conversation, channel } = message;
  const first = await firstSubmessage(writer, row.id);
  checkSubmessage(submessage.content, first?.content, row.sender_id === sender.id);
  const usedCharacters = await submessageCharacters(writer, row.id);
  if (usedCharacters + submessage.content.length > limits.submessageCharactersPerMessage) {
    throw badRequest('This poll or list is full.');
  }
  const sequence = writer.nextSequence();
  const storedSubmessage = await insertSubmessage(writer, row, {
    sender_id: sender.id,
    msg_type: submessage.messageType,
    content: submessage.content,
    sequence,
  });
  writer.emit(
    newEvent(
      submessageEventType,
      {
        msg_type: storedSubmessage.msg_type,
        content: storedSubmessage.content,
        message_id: row.id,
        submessage_id: storedSubmessage.id,
        sender_id: sender.id,
      },
      { audience: await messageAudience(writer, message, sender.id), touches: { messages: [row.id] } },
    ),
    sequence,
  );
  await applyParticipation(writer, sender.id, channel, conversation);
}
