// Reads the fields of a form or query string one by one; values are decoded only on demand.

import { unescape as percentDecoded } from 'node:querystring';
import { tooManyParameters } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

const PLUS = 0x2b;
const SPACE = 0x20;

/** Replaces plus signs. Works on bytes: replacing a million of them in a string takes a quarter of a second. */
function withSpaces(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === PLUS) bytes[index] = SPACE;
  return bytes.toString();
}

function decodeField(text: string): string {
  return percentDecoded(withSpaces(text));
}

/**
 * Calls back with the name of every field and a function that decodes its value. Bytes that are not valid
 * text are replaced.
 * @throws 400 for a form with too many fields, including empty ones
 */
export function eachField(form: string, onField: (name: string, value: () => string) => void): void {
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
    onField(decodeField(name), () => (equals < 0 ? '' : decodeField(field.slice(equals + 1))));
  }
}
