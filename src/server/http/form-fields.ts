// The fields of a form or a query string, one by one: only what is asked for is decoded.

import { unescape as percentDecoded } from 'node:querystring';
import { tooManyParameters } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';

function decoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '));
}

/**
 * Hands out the name of every field, with its value for whoever wants it; bytes that are no text are replaced.
 * @throws 400 for a form with too many fields, empty ones among them
 */
export function eachField(form: string, take: (name: string, value: () => string) => void): void {
  let count = 0;
  for (let start = 0; start < form.length; ) {
    if (++count > limits.fieldsPerRequest) throw tooManyParameters();
    const found = form.indexOf('&', start);
    const end = found < 0 ? form.length : found;
    const field = form.slice(start, end);
    start = end + 1;
    if (field === '') continue;
    const equals = field.indexOf('=');
    const name = equals < 0 ? field : field.slice(0, equals);
    take(decoded(name), () => (equals < 0 ? '' : decoded(field.slice(equals + 1))));
  }
}
