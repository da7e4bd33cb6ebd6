// The reply to a request, which handlers build and send.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpRequest } from './http-request.ts';
import { sendStream } from './send-stream.ts';

/** The content type of every answer in JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers that describe a body, and do not apply to an error that is sent instead of it. */
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding'] as const;

/** Statuses whose replies have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

export type HeaderValue = string | number | string[];

/** The common parts of all replies of one server. */
export interface ReplyDefaults {
  /** The headers of every reply, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether connections should end with their reply, because the server stops. */
  readonly isClosing: () => boolean;
}

/** A reply. Names of headers are in lower case. */
export class HttpReply {
  readonly request: HttpRequest;
  /** The response of Node.js. */
  readonly raw: ServerResponse;
  readonly #startedAt = performance.now();
  readonly #onStreamError: (error: unknown) => void;
  readonly #isClosing: () => boolean;
  #headers: Record<string, HeaderValue>;
  #isSent = false;

  /**
   * @param onStreamError called if a body sent as a stream fails before its first byte, when another reply can be sent
   */
  constructor(
    request: HttpRequest,
    raw: ServerResponse,
    { headers, isClosing }: ReplyDefaults,
    onStreamError: (error: unknown) => void,
  ) {
    this.request = request;
    this.raw = raw;
    this.#headers = { ...headers };
    this.#isClosing = isClosing;
    this.#onStreamError = onStreamError;
  }

  /** The status; 200 until it is set. */
  get statusCode(): number {
    return this.raw.statusCode;
  }

  /** Whether the reply was sent completely, or its stream has started. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Milliseconds since the request arrived. */
  get elapsedTime(): number {
    return performance.now() - this.#startedAt;
  }

  /** Sets the status. */
  code(status: number): this {
    this.raw.statusCode = status;
    return this;
  }

  /** Sets a header. Cookies are added to those set before. */
  header(name: string, value: HeaderValue): this {
    const previous = this.#headers[name];
    this.#headers[name] = name === 'set-cookie' ? [previous ?? [], value].flat().map(String) : value;
    return this;
  }

  headers(values: Readonly<Record<string, HeaderValue>>): this {
    for (const [name, value] of Object.entries(values)) this.header(name, value);
    return this;
  }

  /** The headers set so far. */
  getHeaders(): OutgoingHttpHeaders {
    return { ...this.#headers };
  }

  /** Sets the content type. */
  type(contentType: string): this {
    return this.header('content-type', contentType);
  }

  /**
   * Sends the reply. A list of buffers is sent without joining them. A stream is read as fast as the client takes it, and
   * destroyed if the client disconnects. The body is left out for HEAD, but not its length.
   * @throws if it was already sent, or a header has a character that cannot be sent
   */
  send(body?: string | Buffer | readonly Buffer[] | Readable): this {
    if (this.#isSent) throw new Error('a reply was sent twice');
    if (this.#isClosing()) this.raw.shouldKeepAlive = false;
    if (body instanceof Readable) this.#sendStream(body);
    else if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) this.#sendBytes(body);
    else this.#sendBuffers(body);
    return this;
  }

  /** Sends the client to another address, with status 302 or the given one. */
  redirect(url: string, status = 302): this {
    return this.code(status).header('location', url).send();
  }

  /** Leaves the response to the caller, which writes all of it to `raw`. */
  hijack(): this {
    this.#isSent = true;
    return this;
  }

  /** Forgets the headers of a body that is not sent because of an error. */
  removeBodyHeaders(): void {
    for (const name of BODY_HEADERS) delete this.#headers[name];
  }

  /** Forgets all headers, and sets the given ones. */
  replaceHeaders(values: Readonly<Record<string, HeaderValue>>): void {
    for (const name of this.raw.getHeaderNames()) this.raw.removeHeader(name);
    this.#headers = { ...values };
  }

  #sendBytes(body: string | Buffer = ''): void {
    const { raw, request } = this;
    const isBodiless = BODILESS.has(raw.statusCode);
    const isLengthKnown = request.method === 'HEAD' && this.#headers['content-length'] !== undefined;
    if (!isBodiless && !isLengthKnown) this.#headers['content-length'] = Buffer.byteLength(body);
    raw.writeHead(raw.statusCode, this.#headers);
    this.#isSent = true;
    raw.end(body);
  }

  #sendBuffers(buffers: readonly Buffer[]): void {
    const { raw, request } = this;
    this.#headers['content-length'] = buffers.reduce((sum, { length }) => sum + length, 0);
    raw.writeHead(raw.statusCode, this.#headers);
    this.#isSent = true;
    // All of them are written with one call of the system.
    raw.cork();
    if (request.method !== 'HEAD') for (const buffer of buffers) raw.write(buffer);
    raw.uncork();
    raw.end();
  }

  #sendStream(body: Readable): void {
    const { raw, request } = this;
    // Node.js sends them with the first byte. Until then an error can be sent instead.
    for (const [name, value] of Object.entries(this.#headers)) raw.setHeader(name, value);
    this.#isSent = true;
    if (request.method === 'HEAD') {
      body.on('error', () => undefined).destroy();
      raw.end();
      return;
    }
    sendStream(body, raw, (error) => {
      for (const name of raw.getHeaderNames()) raw.removeHeader(name);
      this.#isSent = false;
      this.#onStreamError(error);
    });
  }
}
