// The fields of forms and query strings are those that URLSearchParams reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachField } from '../../src/server/http/form-fields.ts';

function fieldsOf(form: string): [string, string][] {
  const fields: [string, string][] = [];
  eachField(form, (name, value) => fields.push([name, value()]));
  return fields;
}

const forms = [
  '',
  '&',
  'a',
  'a=',
  '=b',
  '=',
  'a=b',
  '&a=b',
  'a=b&',
  'a=b&&c=d',
  'a=b=c',
  'a&b',
  'a+b=c+d',
  '%26=%3d',
  'a=%',
  'a=%ff',
];
for (const form of forms)
  test(`the fields of ${JSON.stringify(form)} are read`, () =>
    assert.deepEqual(fieldsOf(form), [...new URLSearchParams(form)]));

test('the fields of any form are read', () => {
  const piece = fc.constantFrom('a', 'bc', '=', '&', '+', '%20', '%26', '%3D', '%C3%A4', 'ä', '😀');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const form = pieces.join('');
      assert.deepEqual(fieldsOf(form), [...new URLSearchParams(form)]);
    }),
  );
});
