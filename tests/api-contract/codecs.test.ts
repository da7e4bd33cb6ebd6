// Codecs: the errors of values that they refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  anyText,
  boolean,
  type Codec,
  DecodingError,
  integer,
  list,
  mapOf,
  oneOf,
  optional,
  record,
  text,
} from '../../src/api-contract/codec.ts';

/** The error of a value, decoded as the parameter `repository`, or as a document without a name. */
function errorOf(codec: Codec<unknown>, value: unknown, path = 'repository'): DecodingError {
  try {
    codec.decode(value, path);
  } catch (error) {
    if (error instanceof DecodingError) return error;
  }
  throw new Error('the codec accepts the value');
}

const repository = record({
  owner: record({ login: anyText }),
  topics: optional(list(record({ name: text({ minimum: 1, maximum: 3 }) }), 2)),
  counts: optional(mapOf(integer({ minimum: 0 }))),
  kind: optional(oneOf('fork', 'source')),
  isPrivate: optional(boolean),
});
const owner = { login: 'mel' };

test('an error names the path, the expected type and the actual one', () => {
  for (const [value, message, description] of [
    [
      { owner: { login: null } },
      '["owner"]["login"] is not a string',
      'owner.login: expected a string, got null',
    ],
    [{ owner: 5 }, '["owner"] is not a dict', 'owner: expected an object, got a number'],
    [{}, '["owner"] field is missing', 'owner: is missing'],
    [
      { owner, topics: [{ name: 'a' }, { name: 'long' }] },
      '["topics"][1]["name"] is too long (limit: 3 characters)',
      'topics.1.name: is too long (limit: 3 characters)',
    ],
    [{ owner, topics: {} }, '["topics"] is not a list', 'topics: expected a list, got an object'],
    [{ owner, counts: { a: -1 } }, '["counts"]["a"] is too small', 'counts.a: is too small'],
    [{ owner, isPrivate: [] }, '["isPrivate"] is not a boolean', 'isPrivate: expected a boolean, got a list'],
  ] as const) {
    const error = errorOf(repository, value);
    assert.deepEqual(
      [error.message, error.description],
      [`repository${message}`, `repository.${description}`],
    );
    assert.equal(errorOf(repository, value, '').description, description);
  }
  const error = errorOf(repository, { owner, kind: 'spoon' });
  assert.equal(error.message, 'Invalid repository["kind"]');
  assert.equal(error.description, 'repository.kind: expected "fork" or "source", got a string');
  assert.equal(errorOf(repository, [], '').description, 'expected an object, got a list');
});

test('an error of a value is answered as a bad request', () => {
  const { status, code } = errorOf(anyText, 5);
  assert.deepEqual([status, code], [400, 'BAD_REQUEST']);
});
