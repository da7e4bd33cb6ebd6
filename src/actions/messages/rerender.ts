// Renders a message again after more has become known about its links. Its source does not change.

import { count, recordOf } from '../../api-contract/codec.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { queueWork } from '../outbox/outbox-store.ts';
import { replaceContent } from './replace-content.ts';

/** The kind of the outbox rows that fetch link previews. */
export const PREVIEW_KIND = 'link-previews';

/** The payload of such a row. */
export interface PreviewWork {
  readonly messageId: number;
}

export const previewWork = recordOf<PreviewWork>({ messageId: count });

/** Queues the pages of a message's link previews to be fetched, if any are unknown. */
export async function queuePreviewFetch(
  writer: Writer,
  messageId: number,
  { rendered }: ComposedContent,
): Promise<void> {
  if (rendered.linksForPreview.length === 0) return;
  await queueWork(writer, PREVIEW_KIND, JSON.stringify({ messageId } satisfies PreviewWork));
}

/**
 * Replaces the rendering of a message, and emits it to those who see it. Does nothing if the message was
 * deleted, has another source by now, or already has that rendering.
 */
export async function rerenderMessage(
  writer: Writer,
  messageId: number,
  content: ComposedContent,
): Promise<void> {
  const row = await messageById(writer, messageId);
  if (!row || row.content !== content.source) return;
  const { html, hasImage } = content.rendered;
  if (html === row.rendered_content) return;
  await replaceContent(writer, row, {
    content: row.content,
    rendered_content: html,
    has_image: hasImage ? 1 : 0,
  });
}
