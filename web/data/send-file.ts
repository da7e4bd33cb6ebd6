// A file on its way to the server. Small ones go at once; large ones in parts, which go on where a broken connection
// stopped.

import { requested } from './request.ts';
import { type SendFileOptions, type SentFile, sentFileOf } from './sent-file.ts';

const LARGE_BYTES = 4 * 1024 * 1024;

/** Whether a file goes in parts, so that nothing is lost where the connection breaks. */
export function goesInParts({ size }: Blob): boolean {
  return size > LARGE_BYTES;
}

/**
 * Sends a file. Throws a `ParleyError` where it is refused, or where nothing answers (large ones wait until something does),
 * and the signal's reason where it was stopped.
 */
export async function sendFile(file: Blob, name: string, options: SendFileOptions): Promise<SentFile> {
  if (goesInParts(file)) {
    const { sendInParts } = await import('./send-in-parts.ts');
    return sendInParts(file, name, options);
  }
  const form = new FormData();
  form.set('file', file, name);
  const answer = await requested('/json/user_uploads', {
    method: 'POST',
    body: form,
    signal: options.signal,
    onProgress: (bytes) => options.onProgress?.(Math.min(1, bytes / Math.max(1, file.size))),
  });
  return sentFileOf(answer, name);
}
