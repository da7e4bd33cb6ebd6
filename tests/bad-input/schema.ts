// Values that violate a parameter's documented schema: likely mistakes of clients, and values wrong in a single place. Since
// they come from the schema, this compares what is documented with what is refused.

import type { JsonSchema } from '../../src/api-contract/codec.ts';

const schemasIn = (value: unknown) => (value ?? []) as readonly JsonSchema[];
const propertiesOf = (schema: JsonSchema) =>
  Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
const requiredOf = (schema: JsonSchema) => (schema.required ?? []) as readonly string[];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWithin(value: number, minimum: unknown, maximum: unknown): boolean {
  return value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
}

/** Whether a value fits a schema, for the kinds that codecs make. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schemasIn(schema.anyOf).some((choice) => fits(choice, value));
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string' || value.includes('\0')) return false;
      if (schema.pattern && !new RegExp(String(schema.pattern)).test(value)) return false;
      return isWithin([...value].length, schema.minLength, schema.maxLength);
    case 'integer':
      if (!Number.isSafeInteger(value)) return false;
      return isWithin(Number(value), schema.minimum, schema.maximum);
    case 'number':
      return typeof value === 'number' && isWithin(value, schema.minimum, schema.maximum);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      if (!Array.isArray(value) || !isWithin(value.length, schema.minItems, schema.maxItems)) return false;
      return value.every((item) => fits((schema.items ?? {}) as JsonSchema, item));
    case 'object':
      return isObject(value) && fitsObject(schema, value);
    default:
      return true;
  }
}

function fitsObject(schema: JsonSchema, value: Record<string, unknown>): boolean {
  if (requiredOf(schema).some((key) => !Object.hasOwn(value, key))) return false;
  if (propertiesOf(schema).some(([key, inner]) => Object.hasOwn(value, key) && !fits(inner, value[key]))) {
    return false;
  }
  if (!isWithin(Object.keys(value).length, 0, schema.maxProperties)) return false;
  if (
    schema.propertyNames &&
    !Object.keys(value).every((key) => fits(schema.propertyNames as JsonSchema, key))
  ) {
    return false;
  }
  const others = schema.additionalProperties;
  if (schema.properties || !isObject(others)) return true;
  return Object.values(value).every((one) => fits(others, one));
}

/** A value that fits. */
function sample(schema: JsonSchema): unknown {
  const [first] = schemasIn(schema.anyOf);
  if (first) return sample(first);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case 'string':
      return schema.pattern ? '#00ff00' : 'x'.repeat(Number(schema.minLength ?? 0));
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        sample((schema.items ?? {}) as JsonSchema),
      );
    case 'object':
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([key]) => requiredOf(schema).includes(key))
          .map(([key, inner]) => [key, sample(inner)]),
      );
    default:
      return null;
  }
}

/** One value of each JSON type, and numbers and texts that hardly anything accepts. */
const ODDITIES: readonly unknown[] = [
  null,
  true,
  'no such word',
  'a\0b',
  0.5,
  -2,
  2 ** 60,
  [],
  {},
  [[]],
  [{}],
];

/** With a longer text the whole body is refused. */
const LONGEST = 100_000;

/** Values just beyond a bound. */
function beyond(schema: JsonSchema): unknown[] {
  const { minimum, maximum, maxLength, minLength, maxItems, maxProperties } = schema;
  return [
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
    ...(typeof minLength === 'number' ? ['x'.repeat(minLength - 1)] : []),
    ...(typeof maxLength === 'number' && maxLength <= LONGEST ? ['𝕩'.repeat(maxLength + 1)] : []),
    ...(typeof maxItems === 'number'
      ? [Array.from({ length: maxItems + 1 }, () => sample((schema.items ?? {}) as JsonSchema))]
      : []),
    ...(typeof maxProperties === 'number' ? beyondMap(schema, maxProperties) : []),
  ];
}

function beyondMap(schema: JsonSchema, maximum: number): unknown[] {
  const value = sample((schema.additionalProperties ?? {}) as JsonSchema);
  const names = Array.from({ length: maximum + 1 }, (_, index) => `k${index}`);
  const longName = 'n'.repeat(Number((schema.propertyNames as JsonSchema).maxLength) + 1);
  return [Object.fromEntries(names.map((name) => [name, value])), { [longName]: value }];
}

/** Values with one wrong part. */
function wrongInside(schema: JsonSchema): unknown[] {
  const nested: unknown[] = [];
  if (schema.type === 'array' && isObject(schema.items)) {
    for (const item of misfits(schema.items)) nested.push([item]);
  }
  if (schema.type !== 'object') return nested;
  const valid = sample(schema) as Record<string, unknown>;
  for (const key of requiredOf(schema)) {
    nested.push(Object.fromEntries(Object.entries(valid).filter(([one]) => one !== key)));
  }
  for (const [key, inner] of propertiesOf(schema)) {
    for (const value of misfits(inner).slice(0, 2)) nested.push({ ...valid, [key]: value });
  }
  if (!schema.properties && isObject(schema.additionalProperties)) {
    for (const value of misfits(schema.additionalProperties).slice(0, 2)) nested.push({ key: value });
  }
  return nested;
}

function candidates(schema: JsonSchema): unknown[] {
  const choices = schemasIn(schema.anyOf).flatMap((choice) => [...beyond(choice), ...wrongInside(choice)]);
  return [...ODDITIES, ...beyond(schema), ...wrongInside(schema), ...choices];
}

/** Values that do not fit. */
export function misfits(schema: JsonSchema): unknown[] {
  return candidates(schema).filter((value) => !fits(schema, value));
}
