// What a server sent: a form or JSON.

import type { FastifyRequest } from 'fastify';
import { badRequest, malformedJson } from '../contract/error.ts';
import { type Fields, fieldsOf } from './context.ts';

/** The fields of a request's body; refuses what is neither a form nor an object. */
export function bodyOf({ body, headers }: FastifyRequest): Fields {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformedJson();
  }
  return fieldsOf(value, () => badRequest('body is not a dict'));
}
