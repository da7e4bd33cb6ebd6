// A message whose text stays while what it shows changes, because more is known of what it links.

import type { ComposedContent } from '../../model/messages/content.ts';
import type { Writer } from '../../storage/session.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { updateMessage } from '../../stores/messages/change-store.ts';
import { sightExtra } from '../../stores/messages/deletion-event.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { changeAudience, type Receptions, receptionsOf } from '../../stores/messages/readers.ts';
import { flagSourceOf, updateMessageEvent } from '../../stores/messages/update-event.ts';
import { queueWork } from '../outbox/outbox-store.ts';

/** The kind of work that fetches what a message's previews need. */
export const PREVIEW_KIND = 'link-previews';

/** What the worker is told. */
export interface PreviewWork {
  readonly messageId: number;
}

/** Has the pages fetched that a message shows previews of, where it has some of which nothing is known. */
export async function fetchPreviewsOf(
  writer: Writer,
  messageId: number,
  { rendered }: ComposedContent,
): Promise<void> {
  if (rendered.linksForPreview.length === 0) return;
  await queueWork(writer, PREVIEW_KIND, JSON.stringify({ messageId } satisfies PreviewWork));
}

/**
 * Puts a new rendering in the place of the one that a message has, and tells those who see it. Does nothing where the
 * message is gone, has another text by now, or looks like that already.
 */
export async function rerenderMessage(
  writer: Writer,
  messageId: number,
  content: ComposedContent,
): Promise<void> {
  const row = await messageById(writer, messageId);
  const conversation = row && (await conversationById(writer, row.conversation_id));
  if (!conversation || row.content !== content.source) return;
  const { html, hasImage } = content.rendered;
  if (html === row.rendered_content) return;
  await updateMessage(writer, messageId, { rendered_content: html, has_image: hasImage ? 1 : 0 });
  const channel = row.channel_id === null ? undefined : await channelById(writer, row.channel_id);
  const receptions: Receptions = channel ? await receptionsOf(writer, [row]) : {};
  const event = updateMessageEvent({
    editorId: null,
    editedAt: writer.now,
    messageId,
    messageIds: [messageId],
    channel,
    fields: { content: row.content, rendered_content: html },
    extra: {
      messageId,
      flags: await flagSourceOf(writer, row),
      ...sightExtra(channel, receptions, []),
    },
  });
  writer.emit({ ...event, audience: changeAudience({ conversation, channel }, receptions, []) });
}
