// Answers requests that Node.js cannot parse as HTTP, which reach no route. They too get the error envelope,
// because clients parse every error as JSON.

import type { Socket } from 'node:net';

interface RawError {
  readonly line: string;
  readonly code: string;
  readonly msg: string;
}

function errorFor(code: string | undefined): RawError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        line: '431 Request Header Fields Too Large',
        code: 'REQUEST_TOO_LARGE',
        msg: 'The URL and headers of the request are too large. Request less at once.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        line: '408 Request Timeout',
        code: 'BAD_REQUEST',
        msg: 'The request took too long to arrive.',
      };
    default:
      return { line: '400 Bad Request', code: 'BAD_REQUEST', msg: 'The request is not valid HTTP.' };
  }
}

/**
 * Writes the answer to the raw connection, with the headers of every response, and closes it. Sends nothing
 * if the client disconnected.
 */
export function unreadableRequestHandler(headers: Readonly<Record<string, string>>) {
  const fixed = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error);
      return;
    }
    const { line, code, msg } = errorFor(error.code);
    const body = JSON.stringify({ result: 'error', msg, code });
    const head = [
      `HTTP/1.1 ${line}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...fixed,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
