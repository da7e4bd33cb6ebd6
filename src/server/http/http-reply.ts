// The reply to a request, which handlers build and send.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { HttpRequest } from './http-request.ts';

/** The content type of every answer in JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A reply. Names of headers are in lower case. */
export interface HttpReply {
  readonly request: HttpRequest;
  /** The response of Node.js. */
  readonly raw: ServerResponse;
  /** 200 until it is set. */
  readonly statusCode: number;
  /** Milliseconds since the request arrived. */
  readonly elapsedTime: number;
  /** Sets the status. */
  code(status: number): this;
  /** Sets a header. Cookies are added to those set before. */
  header(name: string, value: string | number | string[]): this;
  headers(values: Readonly<Record<string, string | number>>): this;
  /** The headers set so far. */
  getHeaders(): OutgoingHttpHeaders;
  /** Sets the content type. */
  type(contentType: string): this;
  /** Sends the reply. The headers and body cannot be changed afterwards. */
  send(body?: string | Buffer | Readable): this;
  /** Sends the client to another address, with status 302 or the given one. */
  redirect(url: string, status?: number): this;
  /** Leaves the response to the caller, which writes all of it to `raw`. */
  hijack(): this;
}
