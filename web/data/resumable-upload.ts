// Sends a large file in parts by the tus protocol: after a broken connection the server reports how much it
// has, and the upload continues there. Loaded with the first large file.

import { Backoff } from '../../client/backoff.ts';
import { untilOnline } from '../components/until-online.ts';
import { uploadRequest } from './upload-request.ts';
import { type SendFileOptions, type UploadedFile, uploadError, uploadedFileFrom } from './uploaded-file.ts';

const PATH = '/json/tus/';
/** Most proxies let requests of this size pass. */
const PART_BYTES = 8 * 1024 * 1024;
const tus = { 'tus-resumable': '1.0.0' } as const;

/** The server no longer knows the upload; it starts again. */
const isUnknown = (status: number) => status === 404 || status === 410;
/** Worth retrying. The conflicts are parts that arrived although the answer was lost. */
const isTemporary = (status: number) =>
  status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Sends a file; waits while the server cannot be reached. */
export async function sendInParts(file: Blob, name: string, options: SendFileOptions): Promise<UploadedFile> {
  const { signal, onProgress } = options;
  const backoff = new Backoff();
  let address: string | undefined;
  let offset = 0;
  for (;;) {
    signal.throwIfAborted();
    if (address === undefined) {
      const answer = await uploadRequest(PATH, {
        method: 'POST',
        headers: {
          ...tus,
          'upload-length': String(file.size),
          'upload-metadata': `filename ${base64(name)},filetype ${base64(file.type)}`,
        },
        signal,
      });
      const uploadUrl = answer.header('location');
      if (answer.status === 201 && uploadUrl !== null) {
        address = new URL(uploadUrl, location.href).pathname;
        offset = 0;
      } else if (isTemporary(answer.status)) await untilOnline(backoff.next(), signal);
      else throw uploadError(answer);
      continue;
    }
    const from = offset;
    const answer = await uploadRequest(address, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      },
      body: file.slice(from, from + PART_BYTES),
      signal,
      onProgress: (bytes) => onProgress?.(Math.min(1, (from + bytes) / file.size)),
    });
    if (answer.status === 200) return uploadedFileFrom(answer, name);
    if (answer.status === 204) {
      offset = Number(answer.header('upload-offset'));
      backoff.reset();
    } else if (isUnknown(answer.status)) address = undefined;
    else if (isTemporary(answer.status)) {
      await untilOnline(backoff.next(), signal);
      const storedOffset = await offsetOf(address, signal);
      if (storedOffset === 'unknown') address = undefined;
      else offset = storedOffset ?? offset;
    } else throw uploadError(answer);
  }
}

/** How much the server has; undefined if it cannot be reached. */
async function offsetOf(address: string, signal: AbortSignal): Promise<number | 'unknown' | undefined> {
  const answer = await fetch(address, { method: 'HEAD', headers: tus, signal }).catch(() => undefined);
  if (!answer) return undefined;
  if (isUnknown(answer.status)) return 'unknown';
  const offset = answer.headers.get('upload-offset');
  return answer.ok && offset !== null ? Number(offset) : undefined;
}
