// Reads the body of a request whose handler does not read it itself: a form of a page.

import type { IncomingMessage } from 'node:http';
import { type ApiError, badRequest, requestTooLarge } from '../../api-contract/error.ts';

/** Whether a request has a body. GET requests may have one too. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function endedEarly(): ApiError {
  return badRequest('The request body ended early.');
}

/**
 * Reads a whole body. The rest of a rejected one is not read.
 * @param maximum bytes
 * @throws 413 for a larger body, 400 for one that ends early
 */
export async function readSmallBody(request: IncomingMessage, maximum: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maximum) throw requestTooLarge();
  // A connection that has already closed emits no further event.
  if (request.destroyed) throw endedEarly();
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const onChunk = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maximum) chunks.push(chunk);
      else {
        request.off('data', onChunk);
        reject(requestTooLarge());
      }
    };
    const abort = () => reject(endedEarly());
    request.on('data', onChunk).on('end', resolve).on('close', abort).on('error', abort);
  });
  return Buffer.concat(chunks, size);
}
