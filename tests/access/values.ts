// Generates parameter values, valid and hostile, from the schemas of their codecs. A value is percent-encoded wire text,
// because some values cannot be encoded from well-formed strings.

import fc from 'fast-check';
import type { JsonSchema } from '../../src/api-contract/codec.ts';
import type { Parameter } from '../../src/api-contract/parameter.ts';

/** Ids of existing things, in this organization and in another. */
export type KnownIds = readonly number[];

const names: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'general',
    'town square',
    'mel@example.com',
    'channel',
    'Engineering',
    '👍',
    '1',
    'https://example.com/{id}',
  ),
);

function integers(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<number> {
  const minimum = Number(schema.minimum ?? -10);
  const maximum = Number(schema.maximum ?? 1_000_000);
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 2 ** 31 - 1)) }),
    fc.constantFrom(...ids),
    fc.constantFrom(minimum, maximum, Number.MAX_SAFE_INTEGER),
  );
}

function objects(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, fitting(inner, ids)]),
  );
  const required = (schema.required ?? []) as string[];
  const declared = fc.record(model, { requiredKeys: required });
  const extra = schema.additionalProperties;
  if (typeof extra !== 'object' || extra === null) return declared;
  return fc.dictionary(fc.string({ maxLength: 5 }), fitting(extra as JsonSchema, ids), { maxKeys: 3 });
}

/** A JSON value that fits a schema, or nearly does. */
function fitting(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, ids)));
  const values = schema.enum as unknown[] | undefined;
  if (values) return fc.constantFrom(...values);
  switch (schema.type) {
    case 'string':
      return names;
    case 'integer':
    case 'number':
      return integers(schema, ids);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as JsonSchema, ids), { maxLength: 4 });
    case 'object':
      return objects(schema, ids);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Texts that no sensible client sends. */
const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '"\\u0000"',
  '"\\ud800"',
  '["\\udfff"]',
  '{"\\ud800":"\\u0000"}',
  'null',
  'true',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '1.5',
  '-1',
  '9007199254740993',
  '99999999999999999999999999',
  '-99999999999999999999999999',
  '0x10',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '[1,"a",null,true]',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":1},"toString":1,"hasOwnProperty":2}',
  '__proto__',
  '{"new":null}',
  '{"new":{"direct_members":[9007199254740991],"direct_subgroups":[9007199254740991]}}',
  '{"direct_members":[],"direct_subgroups":[]}',
  '"',
  '{',
  "' or 1=1 --",
  '%',
  '(((((((((((((((((((((a+)+)+)+$',
  '[[["narrow"]]]',
  '[{"operator":"id","operand":"x","negated":"yes"}]',
  '[["channel",["x"]]]',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202e\u0000\ufeff\uffff',
  '2026-13-45T99:99:99Z',
  '𝕫'.repeat(70),
  'x'.repeat(101),
  'x'.repeat(10_001),
  '👨‍👩‍👧‍👦'.repeat(3000),
  '*'.repeat(3000),
  '['.repeat(5000),
  '> '.repeat(5000),
  deep(500),
  deep(20_000),
  deepObject(5000),
  JSON.stringify(Array.from({ length: 40_000 }, (_, index) => index)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]))),
];

/** Invalid UTF-8, percent-encoded. */
const hostileBytes: readonly string[] = ['%ED%A0%80', '%ff%fe', '%00', '%zz', '%', '%C0%80', 'a%FFb'];

const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...hostileTexts).map((text) => encodeURIComponent(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileBytes) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }).map((text) => encodeURIComponent(text)) },
);

function wellFormed(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The percent-encoded text of a value that fits a parameter. */
function fittingText(parameter: Parameter<unknown>, ids: KnownIds): fc.Arbitrary<string> {
  return fitting(parameter.codec.schema, ids).map((value) =>
    typeof value === 'string' && parameter.encoding === 'plain'
      ? wellFormed(value)
      : wellFormed(JSON.stringify(value)),
  );
}

/** The percent-encoded text of a parameter: usually valid, sometimes arbitrary; undefined if left out. */
export function parameterText(
  parameter: Parameter<unknown>,
  ids: KnownIds,
): fc.Arbitrary<string | undefined> {
  const mayBeLeftOut = parameter.isOptional || parameter.defaultValue !== undefined;
  return fc.oneof(
    { weight: 6, arbitrary: fittingText(parameter, ids) },
    { weight: 3, arbitrary: hostile },
    { weight: mayBeLeftOut ? 8 : 1, arbitrary: fc.constant(undefined) },
  );
}
