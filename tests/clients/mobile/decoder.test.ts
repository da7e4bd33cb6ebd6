// The strict decoders refuse what a strict client refuses; otherwise the other tests would prove nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boolean,
  type Decoder,
  int,
  list,
  Malformed,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  parseJson,
  real,
  risingIds,
  tableById,
  text,
} from './decoder.ts';
import { event } from './decoders/events.ts';
import { RequestError, read } from './phone.ts';

const takes = (decode: Decoder<unknown>, json: string) => decode(parseJson(json), 'it');

const refuses = (decode: Decoder<unknown>, json: string) =>
  assert.throws(() => takes(decode, json), Malformed, `${json} was taken`);

test('integers must be integers in the JSON text too', () => {
  assert.equal(takes(int, '1'), 1);
  for (const json of ['1.0', '1e3', '1.5', '"1"', 'null', 'true', '9223372036854775808']) refuses(int, json);
  assert.equal(takes(real, '1.5'), 1.5);
  assert.equal(takes(real, '1.0'), 1);
});

test('fields must exist with their type, and may be null only where null is allowed', () => {
  const decode = object({ a: text, b: optional(int), c: nullable(boolean), d: maybe(text) });
  takes(decode, '{"a":"x","c":null}');
  takes(decode, '{"a":"x","b":1,"c":true,"d":null,"more":1}');
  for (const json of [
    '{"c":null}',
    '{"a":null,"c":null}',
    '{"a":1,"c":null}',
    '{"a":"x","b":null,"c":null}',
    '{"a":"x"}',
    '{"a":"x","c":0}',
    '[]',
  ]) {
    refuses(decode, json);
  }
});

test('values outside of a set, descending ids and odd keys are refused', () => {
  refuses(oneOf(100, 200), '300');
  refuses(oneOf('start', 'stop'), '"pause"');
  refuses(risingIds, '[1,3,2]');
  refuses(risingIds, '[1,1]');
  refuses(tableById(int), '{"0x1":1}');
  refuses(list(int), '{"0":1}');
});

test('contradictory events are refused', () => {
  const base = {
    id: 1,
    type: 'update_message',
    user_id: 1,
    rendering_only: false,
    message_id: 5,
    message_ids: [5],
    flags: [],
    edit_timestamp: 1,
  };
  const decode = (more: object) => takes(event, JSON.stringify({ ...base, ...more }));
  decode({ stream_id: 1 });
  decode({ stream_id: 1, orig_subject: 'a', subject: 'b', propagate_mode: 'change_one' });
  assert.throws(() => decode({ stream_id: 1, propagate_mode: 'change_one' }), Malformed);
  assert.throws(() => decode({ stream_id: 1, subject: 'b', propagate_mode: 'change_one' }), Malformed);
  assert.throws(() => decode({ stream_id: 1, orig_subject: 'a', subject: 'b' }), Malformed);
  assert.throws(() => decode({ flags: ['new_flag'] }), Malformed);
  assert.throws(() => decode({ message_ids: [6] }), Malformed);
  assert.throws(
    () => takes(event, '{"id":1,"type":"update_message_flags","op":"remove","flag":"read","messages":[1]}'),
    Malformed,
  );
  assert.throws(() => takes(event, '{"id":1,"type":"stream","op":"recreate"}'), Malformed);
});

test('an answer is a success, an error, or malformed', () => {
  assert.deepEqual(read(object({ id: int }), 'it', 200, '{"id":3}'), { id: 3 });
  assert.throws(
    () => read(object({}), 'it', 400, '{"result":"error","code":"BAD_REQUEST","msg":"no"}'),
    RequestError,
  );
  for (const [status, body] of [
    [200, ''],
    [201, '{}'],
    [204, ''],
    [400, '{"result":"error","code":"BAD_REQUEST"}'],
    [400, '<p>no</p>'],
    [500, '{"result":"error","code":"X","msg":"no"}'],
  ] as const) {
    assert.throws(() => read(object({}), 'it', status, body), Malformed, `${status} ${body}`);
  }
});
