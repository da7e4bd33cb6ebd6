// Uploaded files, the messages that link them, and files to be removed from the file store.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

/** An uploaded file. Its bytes are in the file store: `model/uploads/upload-files.ts`. */
export interface AttachmentTable {
  id: Generated<number>;
  organization_id: number;
  /** The uploader. */
  account_id: number;
  /** The end of its address: organization, two hexadecimal digits, a secret, and the name as it appears in addresses. */
  path_id: string;
  /** The original name. */
  name: string;
  size: number;
  content_type: string;
  created_at: number;
  /** In pixels as displayed; null if it is not an image. */
  image_width: number | null;
  image_height: number | null;
  /** Whether it has an animated thumbnail. */
  is_animated: Bit;
  /** Whether it has a full-size copy in a format that browsers display. */
  is_transcoded: Bit;
}

/** The files that messages link. */
export interface MessageAttachmentTable {
  message_id: number;
  attachment_id: number;
}

/** The total size of an organization's uploads. */
export interface UploadUsageTable {
  organization_id: number;
  bytes: number;
}

/** Files and folders that are no longer referenced, to be removed from the file store. */
export interface DoomedFileTable {
  id: Generated<number>;
  organization_id: number;
  /** Relative to the file store. */
  path: string;
}
