// Uploads a file: small ones in one request, large ones in parts, which resume after a broken connection.

import { uploadRequest } from './upload-request.ts';
import { type SendFileOptions, type UploadedFile, uploadedFileFrom } from './uploaded-file.ts';

const LARGE_BYTES = 4 * 1024 * 1024;

/** Whether a file is sent in parts, so that a broken connection loses nothing. */
export function isSentInParts({ size }: Blob): boolean {
  return size > LARGE_BYTES;
}

/**
 * Sends a file. Throws a `ParleyError` if it is refused or the server cannot be reached (large files wait for
 * it instead), and the signal's reason if it was aborted.
 */
export async function sendFile(file: Blob, name: string, options: SendFileOptions): Promise<UploadedFile> {
  if (isSentInParts(file)) {
    const { sendInParts } = await import('./resumable-upload.ts');
    return sendInParts(file, name, options);
  }
  const form = new FormData();
  form.set('file', file, name);
  for (const field in options.fields) form.set(field, options.fields[field] ?? '');
  const answer = await uploadRequest('/json/user_uploads', {
    method: 'POST',
    body: form,
    signal: options.signal,
    onProgress: (bytes) => options.onProgress?.(Math.min(1, bytes / Math.max(1, file.size))),
  });
  return uploadedFileFrom(answer, name);
}
