// Uploaded files, which messages link them, and what is to be removed from the file store.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

/** An uploaded file. Its bytes lie in the file store: `model/uploads/files.ts`. */
export interface AttachmentTable {
  id: Generated<number>;
  organization_id: number;
  /** Who uploaded it. */
  account_id: number;
  /** The end of its address: organization, two hexadecimal digits, a secret, the name as addresses have it. */
  path_id: string;
  /** The name as it was uploaded. */
  name: string;
  size: number;
  content_type: string;
  created_at: number;
  /** In pixels as shown; null for what is no image. */
  image_width: number | null;
  image_height: number | null;
  /** Has a moving thumbnail. */
  is_animated: Bit;
  /** Has a full-size copy in a format that browsers show. */
  is_transcoded: Bit;
}

/** Which messages link which files. */
export interface MessageAttachmentTable {
  message_id: number;
  attachment_id: number;
}

/** The room that an organization's uploads take. */
export interface UploadUsageTable {
  organization_id: number;
  bytes: number;
}

/** Files and folders that nothing names any longer, to be removed from the file store. */
export interface DoomedFileTable {
  id: Generated<number>;
  organization_id: number;
  /** In the file store. */
  path: string;
}
