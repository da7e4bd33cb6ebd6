// Every parameter of an operation is bounded by its declaration and by the OpenAPI document: texts in code points,
// lists and maps in items.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { type JsonSchema, text } from '../../src/api-contract/codec.ts';

/** Values of any type, whose operation checks them; the general bounds of JSON apply. */
const OF_ANY_KIND: ReadonlySet<string> = new Set([
  'update-subscription-setting value',
  'update-subscription-settings subscription_data[].value',
  'create-custom-profile-field field_data{}',
  'update-custom-profile-field field_data{}',
]);

const isClosed = ({ enum: values, pattern }: JsonSchema) =>
  Array.isArray(values) || (typeof pattern === 'string' && !/[*+]/.test(pattern));

/** The paths in a schema that accept unbounded input. */
function* unbounded(schema: JsonSchema, path: string): Generator<string> {
  if (Array.isArray(schema.anyOf)) {
    for (const choice of schema.anyOf) yield* unbounded(choice, path);
    return;
  }
  if (isClosed(schema)) return;
  switch (schema.type) {
    case 'string':
      if (schema.maxLength === undefined) yield `${path}: a text`;
      return;
    case 'array':
      if (schema.maxItems === undefined) yield `${path}: a list`;
      yield* unbounded(schema.items as JsonSchema, `${path}[]`);
      return;
    case 'object':
      yield* unboundedObject(schema, path);
      return;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return;
    default:
      if (!OF_ANY_KIND.has(path)) yield `${path}: anything`;
  }
}

function* unboundedObject(schema: JsonSchema, path: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield* unbounded(field as JsonSchema, `${path}.${name}`);
  }
  if (schema.additionalProperties === undefined) return;
  if (schema.maxProperties === undefined) yield `${path}: a map`;
  yield* unbounded((schema.propertyNames ?? { type: 'string' }) as JsonSchema, `${path} (names)`);
  yield* unbounded(schema.additionalProperties as JsonSchema, `${path}{}`);
}

test('every parameter is bounded at every level', () => {
  const found = allOperations.flatMap(({ name, parameters }) =>
    Object.entries(parameters).flatMap(([parameter, { codec }]) => [
      ...unbounded(codec.schema, `${name} ${parameter}`),
    ]),
  );
  assert.deepEqual(found, []);
});

test('a text without a maximum does not compile', () => {
  // @ts-expect-error a text declares its maximum length
  assert.ok(text({ minimum: 1 }));
});
