// An uploaded file: its row and its wire form.

import type { UploadedFile } from '../../markdown/contract.ts';
import type { Row } from '../../storage/schema.ts';
import { recordingOf } from './recording.ts';
import { ANIMATED_THUMBNAIL, STILL_THUMBNAIL, transcodedName } from './upload-thumbnails.ts';

export type Attachment = Row<'attachment'>;

/**
 * The Attachment object.
 * @param messageIds ids of the messages that link it, ascending
 */
export function wireAttachment(attachment: Attachment, messageIds: readonly number[]) {
  return {
    id: attachment.id,
    name: attachment.name,
    path_id: attachment.path_id,
    size: attachment.size,
    create_time: attachment.created_at,
    message_ids: [...messageIds],
  };
}

/** The properties of an upload that are needed to render messages which link it. */
export function renderedUpload(attachment: Attachment): UploadedFile {
  const { image_width: width, image_height: height, content_type: contentType } = attachment;
  if (width === null || height === null) {
    const recording = recordingOf(attachment);
    return recording ? { contentType, recording } : { contentType };
  }
  const isAnimated = attachment.is_animated === 1;
  return {
    contentType,
    image: {
      width,
      height,
      isAnimated,
      thumbnailName: isAnimated ? ANIMATED_THUMBNAIL : STILL_THUMBNAIL,
      ...(attachment.is_transcoded === 1 && { transcodedName: transcodedName(width, height) }),
    },
  };
}
