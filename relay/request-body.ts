// Decodes the body of a server's request: a form or JSON.

import { anyObject } from '../src/api-contract/codec.ts';
import { excessiveJson, malformedJson } from '../src/api-contract/error.ts';
import { isWithinBounds, parseJson } from '../src/api-contract/json.ts';
import { eachField } from '../src/server/http/form-fields.ts';
import type { HttpRequest } from '../src/server/http/http-request.ts';
import type { Fields } from './relay-context.ts';

/** The fields of a request's body. @throws unless it is a form or a JSON object */
export function bodyOf({ body, headers }: HttpRequest): Fields {
  const text = body?.toString('utf8') ?? '';
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    const fields = new Map<string, string>();
    eachField(text, (name, value) => fields.set(name, value()));
    return Object.fromEntries(fields);
  }
  const value = parseJson(text);
  if (value === undefined) throw isWithinBounds(text) ? malformedJson() : excessiveJson('The body');
  return anyObject.decode(value, 'body');
}
