// Replaces the content of a message by a process of the server, not by an edit.

import type { MessageRow } from '../../model/messages/message-row.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { updateMessage } from '../../stores/messages/change-store.ts';
import { visibilityExtra } from '../../stores/messages/deletion-event.ts';
import { changeAudience, type Receptions, receptionsOf } from '../../stores/messages/message-audience.ts';
import { flagSourceOf, updateMessageEvent } from '../../stores/messages/update-event.ts';

/** The columns of a message's content. */
type Content = Pick<MessageRow, 'content' | 'rendered_content'> &
  Partial<Pick<MessageRow, 'has_image' | 'has_link'>>;

/** Replaces the content of a message, and emits it to those who see the message. */
export async function replaceContent(writer: Writer, row: MessageRow, content: Content): Promise<void> {
  const conversation = await conversationById(writer, row.conversation_id);
  if (!conversation) return;
  const messageId = row.id;
  await updateMessage(writer, messageId, content);
  const channel = row.channel_id === null ? undefined : await channelById(writer, row.channel_id);
  const receptions: Receptions = channel ? await receptionsOf(writer, [row]) : {};
  const event = updateMessageEvent({
    editorId: null,
    editedAt: writer.now,
    audience: changeAudience({ conversation, channel }, receptions, []),
    messageId,
    messageIds: [messageId],
    channel,
    fields: { content: content.content, rendered_content: content.rendered_content },
    extra: {
      messageId,
      flags: await flagSourceOf(writer, row),
      ...visibilityExtra(channel, receptions, []),
    },
  });
  writer.emit(event);
}
