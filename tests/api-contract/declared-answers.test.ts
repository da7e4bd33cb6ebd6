// The comparison of answers with their declarations: what it accepts and what it reports.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getEvents } from '../../src/api/events/get-events.ts';
import { sendMessage } from '../../src/api/messages/send-message.ts';
import type { Operation } from '../../src/api/operation.ts';
import {
  anyJson,
  anyText,
  boolean,
  id,
  list,
  mapOf,
  nullable,
  oneOf,
  openRecord,
  optional,
  record,
} from '../../src/api-contract/codec.ts';
import { ApiError } from '../../src/api-contract/error.ts';
import { successSchema } from '../../src/api-contract/openapi.ts';
import { answerProblem, checkDeclared } from '../support/declared-answers.ts';

const point = record({ x: id, y: optional(id) });

const fitting = [
  [anyText, 'a'],
  [point, { x: 1 }],
  [point, { x: 1, y: 2 }],
  [list(point), [{ x: 1 }]],
  [mapOf(point), { a: { x: 1 } }],
  [nullable(point), null],
  [openRecord({ x: id }), { x: 1, z: 'anything' }],
  [anyJson, { a: [null] }],
  [oneOf('a', 'b'), 'b'],
] as const;

const faulty = [
  [anyText, 1, /number is not of type string/],
  [id, 1.5, /not of type integer/],
  [id, -1, /too small/],
  [boolean, null, /null is not of type boolean/],
  [point, { y: 1 }, /\.x is declared and missing/],
  [point, { x: 1, z: 2 }, /\.z is not declared/],
  [list(point), [{ x: 1 }, { x: 1, z: 2 }], /\[1\]\.z is not declared/],
  [mapOf(point), { a: { x: 'a' } }, /\.a\.x: string is not of type integer/],
  [nullable(point), { x: 1, z: 2 }, /\.z is not declared/],
  [oneOf('a', 'b'), 'c', /not one of the declared values/],
] as const;

test('declared values are accepted', () => {
  for (const [codec, value] of fitting) assert.equal(answerProblem(codec.schema, value, 'it'), undefined);
});

test('undeclared values are reported at any depth', () => {
  for (const [codec, value, problem] of faulty)
    assert.match(answerProblem(codec.schema, value, 'it') ?? 'nothing', problem);
});

test('an extra or missing field becomes an error with a status that no test expects', () => {
  const operation: Operation = sendMessage as never;
  const right = { result: 'success', msg: '', id: 1, message_url: '', message_link: '' };
  checkDeclared(operation, JSON.stringify(right));
  for (const wrong of [
    { ...right, uri: '' },
    { result: 'success', msg: '' },
  ]) {
    assert.throws(
      () => checkDeclared(operation, JSON.stringify(wrong)),
      (error) => error instanceof ApiError && error.status === 500,
    );
  }
});

test('an event must have exactly the fields of its type, op and property', () => {
  const schema = successSchema(getEvents);
  const problemWith = (event: object) =>
    answerProblem(schema, { result: 'success', msg: '', events: [event] }, 'it');
  const removeEvent = { id: 1, type: 'drafts', op: 'remove', draft_id: 5 };
  const renameEvent = { id: 1, type: 'realm', op: 'update', property: 'name', value: 'Parley' };
  for (const right of [removeEvent, renameEvent, { id: 1, type: 'heartbeat' }])
    assert.equal(problemWith(right), undefined);
  for (const [wrong, problem] of [
    [{ ...removeEvent, draft: {} }, /\.draft is not declared/],
    [{ id: 1, type: 'drafts', op: 'remove' }, /\.draft_id is declared and missing/],
    [{ ...removeEvent, op: 'rename' }, /\.op: "rename" is not one of the declared values/],
    [{ ...renameEvent, value: 5 }, /\.value: number is not of type string/],
    [{ id: 1, type: 'unheard_of' }, /\.type: "unheard_of" is not one of the declared values/],
  ] as const) {
    assert.match(problemWith(wrong) ?? 'nothing', problem);
  }
});
