// Sends a stream as the body of a response.

import type { ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';

/**
 * Sends a stream with backpressure, and destroys it if the client disconnects. If it fails, the connection is
 * closed, so that the client notices that the body is incomplete.
 * @param onEarlyError called instead if nothing has been sent yet
 */
export function sendStream(
  body: Readable,
  response: ServerResponse,
  onEarlyError: (error: unknown) => void,
): void {
  finished(body, { writable: false }, (error) => {
    if (!error) return;
    if (response.headersSent || response.destroyed) response.destroy();
    else onEarlyError(error);
  });
  finished(response, () => body.destroy());
  body.pipe(response);
}
