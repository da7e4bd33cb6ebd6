// Uploaded files, the messages that link them, and files to be removed from the file store.

import { bit, converted, generated, id, nullable, number, organizationId, text } from './column.ts';
import { absent, changedByStage, included, kept, table } from './table.ts';

export const uploadTables = {
  /** An uploaded file. Its bytes are in the file store: `model/uploads/upload-files.ts`. */
  attachment: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The uploader. */
      account_id: id('account'),
      /** The end of its address: organization, two hexadecimal digits, a secret, and the name as it appears in addresses. */
      path_id: converted(text, 'path'),
      /** The original name. */
      name: text,
      size: number,
      content_type: text,
      created_at: number,
      /** In pixels as displayed; null if it is not an image. */
      image_width: nullable(number),
      image_height: nullable(number),
      /** Whether it has an animated thumbnail. */
      is_animated: bit,
      /** Whether it has a full-size copy in a format that browsers display. */
      is_transcoded: bit,
      /** The length of a recording; null if the uploader did not send it. */
      recording_seconds: nullable(number),
      /** The loudness of 64 parts of a recording, each a hexadecimal digit. */
      waveform: nullable(text),
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  /** The files that messages link. */
  message_attachment: table({
    columns: {
      message_id: id('message'),
      attachment_id: id('attachment'),
    },
    key: ['message_id', 'attachment_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
    isOfMessages: true,
  }),

  /** The total size of an organization's uploads. */
  upload_usage: table({
    columns: {
      organization_id: organizationId,
      bytes: number,
    },
    key: ['organization_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),

  /** Files and folders that are no longer referenced, to be removed from the file store. */
  doomed_file: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** Relative to the file store. */
      path: text,
    },
    key: ['id'],
    onErasure: kept('the server deletes these files'),
    archive: absent('it is work in progress of the server'),
  }),
} as const;
