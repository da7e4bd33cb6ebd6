// Reads values of SCIM requests as identity providers send them: booleans also as texts, lists also as single values.

import { isLongerThan, isRecord } from '../../api-contract/codec.ts';
import { memberIgnoringCase } from './filter-matching.ts';
import { invalidValue } from './scim-errors.ts';

export type ScimBody = Readonly<Record<string, unknown>>;

/** A text that tables can store; undefined if it was not sent, null to remove it. */
export function optionalText(body: ScimBody, name: string, maxCharacters: number): string | null | undefined {
  const value = memberIgnoringCase(body, name.toLowerCase());
  return value === undefined ? undefined : asText(value, name, maxCharacters);
}

/** Validates a text that was sent as the value of an attribute. */
export function asText(value: unknown, name: string, maxCharacters: number): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw invalidValue(`"${name}" must be a string.`);
  const text = value.trim();
  if (isLongerThan(text, maxCharacters))
    throw invalidValue(`"${name}" may have at most ${maxCharacters} characters.`);
  if (/\p{C}/u.test(text)) throw invalidValue(`"${name}" contains characters that cannot be displayed.`);
  return text;
}

/** A boolean, also written as "True" or "False". */
export function asBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue(`"${name}" must be true or false.`);
  return text === 'true';
}

/** An object that was sent as a value. */
export function asObject(value: unknown, name: string): ScimBody {
  if (!isRecord(value)) throw invalidValue(`"${name}" must be an object.`);
  return value;
}

/** The values of a multi-valued attribute, each an object or only its `value`. */
export function asList(value: unknown): readonly unknown[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The `value` part of one of an attribute's values. */
export function valueText(item: unknown, name: string, maxCharacters: number): string {
  const value =
    typeof item === 'object' && item !== null ? memberIgnoringCase(item as ScimBody, 'value') : item;
  const text = typeof value === 'number' ? String(value) : value;
  const normalized = asText(text ?? null, `${name}.value`, maxCharacters);
  if (normalized === null) throw invalidValue(`"${name}" contains an item without a "value".`);
  return normalized;
}
