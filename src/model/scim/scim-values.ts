// Decodes values of SCIM requests as identity providers send them: booleans also as texts, lists also as single values.

import {
  anyObject,
  brokenRule,
  type Codec,
  decodeDocument,
  dottedPath,
  isLongerThan,
  isRecord,
  wrongType,
} from '../../api-contract/codec.ts';
import { memberIgnoringCase } from './filter-matching.ts';
import { invalidValue } from './scim-errors.ts';

export type ScimBody = Readonly<Record<string, unknown>>;

/** A trimmed text that tables can store. */
function scimText(maxCharacters: number): Codec<string> {
  return {
    schema: { type: 'string', maxLength: maxCharacters },
    decode(value, path) {
      if (typeof value !== 'string') throw wrongType(path, 'a string', value);
      const text = value.trim();
      if (isLongerThan(text, maxCharacters))
        throw brokenRule(path, `may have at most ${maxCharacters} characters`);
      if (/\p{C}/u.test(text)) throw brokenRule(path, 'contains characters that cannot be displayed');
      return text;
    },
  };
}

/** A boolean, also written as "True" or "False". */
const scimBoolean: Codec<boolean> = {
  schema: { type: ['boolean', 'string'] },
  decode(value, path) {
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    if (text !== 'true' && text !== 'false') throw wrongType(path, 'true or false', value);
    return text === 'true';
  },
};

/** Decodes the value of an attribute. @throws 400 `invalidValue` */
function decoded<T>(codec: Codec<T>, value: unknown, name: string): T {
  return decodeDocument(
    codec,
    value,
    ({ path, expected, reason }) =>
      invalidValue(`"${dottedPath(path)}" ${expected === undefined ? reason : `must be ${expected}`}.`),
    name,
  );
}

/** A text that tables can store; undefined if it was not sent, null to remove it. */
export function optionalText(body: ScimBody, name: string, maxCharacters: number): string | null | undefined {
  const value = memberIgnoringCase(body, name.toLowerCase());
  return value === undefined ? undefined : asText(value, name, maxCharacters);
}

/** A text that was sent as the value of an attribute. */
export function asText(value: unknown, name: string, maxCharacters: number): string | null {
  return value === null ? null : decoded(scimText(maxCharacters), value, name);
}

export function asBoolean(value: unknown, name: string): boolean {
  return decoded(scimBoolean, value, name);
}

/** An object that was sent as a value. */
export function asObject(value: unknown, name: string): ScimBody {
  return decoded(anyObject, value, name);
}

/** The values of a multi-valued attribute, each an object or only its `value`. */
export function asList(value: unknown): readonly unknown[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The `value` part of one of an attribute's values. */
export function valueText(item: unknown, name: string, maxCharacters: number): string {
  const value = isRecord(item) ? memberIgnoringCase(item, 'value') : item;
  const text = typeof value === 'number' ? String(value) : value;
  const normalized = asText(text ?? null, `${name}.value`, maxCharacters);
  if (normalized === null) throw invalidValue(`"${name}" contains an item without a "value".`);
  return normalized;
}
