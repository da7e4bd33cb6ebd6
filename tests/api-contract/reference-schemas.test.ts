// How the HTML reference describes values, fields and examples, as tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { anyText, integer, type JsonSchema } from '../../src/api-contract/codec.ts';
import { errorDescriptions } from '../../src/api-contract/error-descriptions.ts';
import type { Declaration } from '../../src/api-contract/operation.ts';
import { optionally, required } from '../../src/api-contract/parameter.ts';
import { curlLine } from '../../src/server/reference/examples.ts';
import { operationPage } from '../../src/server/reference/operation-page.ts';
import { errorsPage } from '../../src/server/reference/overview-pages.ts';
import { fieldsIn, kindOf } from '../../src/server/reference/schema-html.ts';

const word = { type: 'string' };
const number = { type: 'integer' };

const kinds: readonly [JsonSchema, string][] = [
  [{}, 'any JSON'],
  [{ type: 'boolean' }, 'boolean'],
  [word, 'text'],
  [{ ...word, minLength: 1 }, 'text, not empty'],
  [{ ...word, maxLength: 60 }, 'text of at most 60 characters'],
  [{ ...word, minLength: 1, maxLength: 60 }, 'text of at most 60 characters'],
  [number, 'integer'],
  [{ ...number, minimum: 0 }, 'integer'],
  [{ ...number, minimum: 1 }, 'integer, at least 1'],
  [{ ...number, maximum: 9 }, 'integer, at most 9'],
  [{ ...number, minimum: 0, maximum: 9 }, 'integer from 0 to 9'],
  [{ type: 'number', minimum: 1 }, 'number, at least 1'],
  [{ enum: ['add', 'remove', 3] }, '"add" or "remove" or 3'],
  [{ anyOf: [word, { type: 'null' }] }, 'text or null'],
  [{ anyOf: [word, word, number] }, 'text or integer'],
  [{ type: 'array', items: number }, 'list of integer'],
  [{ type: 'array' }, 'list of any JSON'],
  [{ type: 'array', items: { anyOf: [number, word] } }, 'list of (integer or text)'],
  [{ type: 'object', properties: { a: word } }, 'object'],
  [{ type: 'object', additionalProperties: number }, 'map to integer'],
  [{ type: 'object', additionalProperties: number, properties: {} }, 'object'],
  [{ type: 'object', additionalProperties: false }, 'object'],
  [{ type: 'object', title: 'Message', properties: { a: word } }, 'Message'],
];
for (const [schema, kind] of kinds)
  test(`${JSON.stringify(schema)} is described as ${kind}`, () => assert.equal(kindOf(schema), kind));

/** The HTML with a line for each field, and without tags. */
function fieldsOf(schema: JsonSchema): string[] {
  return fieldsIn(schema)
    .text.replaceAll('<ul class="fields">', '(')
    .replaceAll('</ul>', ')')
    .replaceAll('<li>', '\n')
    .replace(/<[^>]*>/g, '')
    .split('\n');
}

test('the fields of an object are listed, with those of the objects within it', () => {
  const inner = { type: 'object', properties: { x: number }, required: ['x'] };
  const schema = {
    type: 'object',
    required: ['id', 'list'],
    properties: {
      id: { ...number, description: 'Of the `thing`.' },
      name: word,
      list: { type: 'array', items: inner },
      map: { type: 'object', additionalProperties: inner },
      choice: { anyOf: [inner, { type: 'null' }] },
      titled: { ...inner, title: 'Thing' },
      empty: { type: 'object', properties: {} },
    },
  };
  assert.deepEqual(fieldsOf(schema), [
    '(',
    'id integer Of the thing.',
    'name text, not always',
    'list list of object(',
    'x integer)',
    'map map to object, not always(',
    'x integer)',
    'choice object or null, not always(',
    'x integer)',
    'titled Thing, not always',
    'empty object, not always)',
  ]);
  assert.deepEqual(fieldsOf({ type: 'array', items: inner }), ['(', 'x integer)']);
  assert.deepEqual(fieldsOf(word), ['']);
});

function declared(more: Partial<Declaration>): Declaration {
  return {
    name: 'change-thing',
    method: 'GET',
    path: '/things',
    summary: 'Changes a `thing`.',
    access: 'account',
    parameters: {},
    result: {},
    ...more,
  } as Declaration;
}

const text = { note: required(anyText, 'A note.') };
const url = "'https://chat.example/api/v1/things'";
const credentials = `--user 'mel@example.com:'"$KEY"`;

const lines: readonly [Partial<Declaration>, string[]][] = [
  [{}, [`curl ${url}`, credentials]],
  [{ parameters: text }, [`curl --get ${url}`, credentials, `--data-urlencode 'note=example'`]],
  [{ method: 'POST' }, [`curl --request POST ${url}`, credentials]],
  [{ method: 'POST', parameters: text }, [`curl ${url}`, credentials, `--data-urlencode 'note=example'`]],
  [
    { method: 'PATCH', parameters: text },
    [`curl --request PATCH ${url}`, credentials, `--data-urlencode 'note=example'`],
  ],
  [{ method: 'DELETE' }, [`curl --request DELETE ${url}`, credentials]],
  [{ parameters: { note: optionally(anyText, 'A note.') } }, [`curl ${url}`, credentials]],
  [
    { path: '/things/{number}', parameters: { number: required(integer({ minimum: 3 }), 'Its number.') } },
    [`curl 'https://chat.example/api/v1/things/3'`, credentials],
  ],
];
for (const [declaration, parts] of lines)
  test(`the example of ${JSON.stringify(declaration).slice(0, 60)} is ${parts[0]}`, () =>
    assert.equal(
      curlLine(declared(declaration), 'https://chat.example', 'mel@example.com'),
      parts.join(' \\\n  '),
    ));

test('a file is sent as a form, and a quote in a text is escaped', () => {
  const upload = allOperations.find(({ files, method }) => files && method === 'POST');
  assert.ok(upload);
  assert.match(
    curlLine(upload, 'https://chat.example', undefined),
    /^curl '[^']+' \\\n {2}--form 'file=@picture.png'$/,
  );
  const line = curlLine(declared({}), 'https://chat.example', "o'mel@example.com");
  assert.match(line, /--user 'o'\\''mel@example\.com:'"\$KEY"$/);
});

test('a page says who may call an operation, since when it exists, its other paths and how to call it', () => {
  const caller = { origin: 'https://chat.example', email: 'mel@example.com' };
  const plain = operationPage(declared({}), caller);
  assert.match(plain, /<p>Changes a <code>thing<\/code>\.<\/p>/);
  assert.doesNotMatch(plain, /Since|Also at|Deprecated/);
  assert.match(plain, /--user/);
  const more = operationPage(
    declared({
      since: 300,
      deprecated: true,
      alsoAt: [{ path: '/stuff', method: 'POST' }, { path: '/old' }],
    }),
    caller,
  );
  assert.match(more, /<dt>Since<\/dt><dd>feature level 300<\/dd>/);
  assert.match(more, /<strong>Deprecated\.<\/strong>/);
  assert.match(more, /<code>POST \/api\/v1\/stuff<\/code> <code>GET \/api\/v1\/old<\/code>/);
  for (const access of ['anyone', 'development'] as const)
    assert.doesNotMatch(operationPage(declared({ access }), caller), /--user/);
});

test('the errors of every operation are listed before those of some', () => {
  const codesIn = (part = '') => [...part.matchAll(/<tr id="(\w+)">/g)].map(([, code]) => code);
  const [general, others] = errorsPage().split('Errors of some operations');
  const codes = Object.entries(errorDescriptions);
  assert.deepEqual(
    codesIn(general),
    codes.filter(([, { isGeneral }]) => isGeneral === true).map(([code]) => code),
  );
  assert.deepEqual(
    codesIn(others),
    codes.filter(([, { isGeneral }]) => isGeneral === undefined).map(([code]) => code),
  );
});
