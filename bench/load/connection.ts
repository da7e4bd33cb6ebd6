// One keep-alive connection with just enough HTTP/1.1 to load a server: requests are prepared as bytes, and only the status,
// length and body of a response are parsed. It costs a fraction of `node:http`, so the generator does not measure itself.

import { connect, type Socket } from 'node:net';
import type { WireRequest } from './jobs.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);

/** The parsed part of a response. */
export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export function requestBytes(request: WireRequest, port: number): Buffer {
  const lines = [
    `${request.method} ${request.path} HTTP/1.1`,
    `host: ${request.host || `127.0.0.1:${port}`}`,
    'user-agent: website',
    ...(request.authorization ? [`authorization: ${request.authorization}`] : []),
    ...(request.method === 'POST'
      ? [
          `content-type: ${request.contentType ?? 'application/x-www-form-urlencoded'}`,
          `content-length: ${request.body.length}`,
        ]
      : []),
  ];
  return Buffer.from(
    `${lines.join('\r\n')}\r\n\r\n${request.method === 'POST' ? request.body : ''}`,
    'latin1',
  );
}

/** A connection; one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = EMPTY;
  /** Chunks of an incomplete body, joined at its end. */
  #parts: Buffer[] = [];
  #missing = 0;
  #status = 0;
  #onAnswer: ((answer: Answer) => void) | undefined;
  #onFailure: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#onFailure?.(error));
    socket.on('close', () => this.#onFailure?.(new Error('The server closed a connection.')));
  }

  /** Connects to a port of this machine, from one of its own addresses. */
  static open(port: number, localAddress = '127.0.0.1'): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeListener('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends a request; one at a time. */
  send(bytes: Buffer, onAnswer: (answer: Answer) => void, onFailure: (error: Error) => void): void {
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    this.#socket.write(bytes);
  }

  /** Closes the connection without calling any callback. */
  close(): void {
    this.#onFailure = undefined;
    this.#onAnswer = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#takeBody(chunk);
      return;
    }
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#onFailure?.(new Error(`An answer without a length: ${head.slice(0, 200)}`));
      return;
    }
    this.#status = Number(head.slice(9, 12));
    this.#missing = Number(length);
    const rest = this.#received.subarray(end + HEAD_END.length);
    this.#received = EMPTY;
    if (this.#missing === 0) this.#finish(EMPTY);
    else if (rest.length > 0) this.#takeBody(rest);
  }

  #takeBody(chunk: Buffer): void {
    this.#missing -= chunk.length;
    if (this.#missing > 0) {
      this.#parts.push(chunk);
      return;
    }
    const body = this.#parts.length === 0 ? chunk : Buffer.concat([...this.#parts, chunk]);
    this.#parts = [];
    this.#missing = 0;
    this.#finish(body);
  }

  #finish(body: Buffer): void {
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.({ status: this.#status, body });
  }
}
