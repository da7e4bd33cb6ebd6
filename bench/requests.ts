// Builds requests to the server and to the floor.

import { newestCapabilities } from '../client/capabilities.ts';
import { authorizationOf, type BenchPerson } from './fill/dataset.ts';
import type { WireRequest } from './load/jobs.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Strings are sent as they are; other values as JSON. */
function encoded(parameters: Parameters): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    pairs.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return pairs.toString();
}

export function get(person: BenchPerson, path: string, parameters: Parameters = {}): WireRequest {
  return {
    method: 'GET',
    path: `/api/v1${path}?${encoded(parameters)}`,
    authorization: authorizationOf(person),
    body: '',
  };
}

export function post(person: BenchPerson, path: string, parameters: Parameters = {}): WireRequest {
  return {
    method: 'POST',
    path: `/api/v1${path}`,
    authorization: authorizationOf(person),
    body: encoded(parameters),
  };
}

/** Uploads one file. */
export function upload(person: BenchPerson, name: string, file: Buffer): WireRequest {
  const boundary = 'parley-bench-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    method: 'POST',
    path: '/api/v1/user_uploads',
    authorization: authorizationOf(person),
    body: `${head}${file.toString('latin1')}\r\n--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** A request to the floor. */
export function bare(method: WireRequest['method'], path: string, body = ''): WireRequest {
  return { method, path, authorization: '', body };
}

/** Inserts one durable row; the response has the given number of bytes (by default, a short text). */
export function floorInsert(bytes?: number): WireRequest {
  return bare('POST', bytes === undefined ? '/insert' : `/insert?${bytes}`, 'x'.repeat(300));
}

/** The capabilities of a modern client. */
export const capabilities = { ...newestCapabilities, user_avatar_url_field_optional: true };

/** The element of a list at a number, modulo its length. */
export function inTurn<T>(list: readonly T[], number: number): T {
  const element = list[number % list.length];
  if (element === undefined) throw new Error('The organization is too small for this row.');
  return element;
}
