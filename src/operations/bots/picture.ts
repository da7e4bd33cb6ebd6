// The picture that a request about a bot may hold.

import { badRequest } from '../../contract/error.ts';
import type { UploadedFile } from '../../contract/operation.ts';

/** Refuses pictures, which this server does not take for bots, rather than passing over them in silence. */
export function refusePictures(files: readonly UploadedFile[]): void {
  if (files.length > 1) throw badRequest('You may only upload one file at a time');
  if (files.length === 1) throw badRequest('Pictures cannot be uploaded for bots on this server.');
}
