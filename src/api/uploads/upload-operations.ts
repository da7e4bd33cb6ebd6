// Operations on uploads.

import { getAttachments } from './get-attachments.ts';
import { getTemporaryUrl } from './get-temporary-url.ts';
import { getThumbnailStatus } from './get-thumbnail-status.ts';
import { removeAttachment } from './remove-attachment.ts';
import { uploadFile } from './upload-file.ts';

export const uploadOperations = [
  uploadFile,
  getTemporaryUrl,
  getThumbnailStatus,
  getAttachments,
  removeAttachment,
];
