// Values as the programs of identity providers send them: truth also as a text, lists also as one value.

import { isLongerThan, isRecord } from '../../api-contract/codec.ts';
import { memberOf } from './match.ts';
import { invalidValue } from './refusals.ts';

export type ScimBody = Readonly<Record<string, unknown>>;

/** A text that tables can hold; undefined where none was sent, null where it is to be none. */
export function textIn(body: ScimBody, name: string, most: number): string | null | undefined {
  const value = memberOf(body, name.toLowerCase());
  return value === undefined ? undefined : asText(value, name, most);
}

/** A text that was sent as the value of an attribute. */
export function asText(value: unknown, name: string, most: number): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw invalidValue(`"${name}" must be a text.`);
  const text = value.trim();
  if (isLongerThan(text, most)) throw invalidValue(`"${name}" may have at most ${most} characters.`);
  if (/\p{C}/u.test(text)) throw invalidValue(`"${name}" holds characters that cannot be shown.`);
  return text;
}

/** Truth, also written as "True" or "False". */
export function asTruth(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue(`"${name}" must be true or false.`);
  return text === 'true';
}

/** An object that was sent as a value. */
export function asBody(value: unknown, name: string): ScimBody {
  if (!isRecord(value)) throw invalidValue(`"${name}" must be an object.`);
  return value;
}

/** The values of an attribute that has several, each with parts or the part `value` alone. */
export function asList(value: unknown): readonly unknown[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The part that says which value it is. */
export function valueText(one: unknown, name: string, most: number): string {
  const value = typeof one === 'object' && one !== null ? memberOf(one as ScimBody, 'value') : one;
  const text = typeof value === 'number' ? String(value) : value;
  const known = asText(text ?? null, `${name}.value`, most);
  if (known === null) throw invalidValue(`"${name}" holds something without a "value".`);
  return known;
}
